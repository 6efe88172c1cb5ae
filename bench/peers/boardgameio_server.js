// boardgame.io's own server with the small dice-and-tokens game, four seats: node boardgameio_server.js PORT memory|DIR
process.env.NODE_ENV = 'production';
const { Server, Origins, FlatFile } = require('boardgame.io/server');
const { race } = require('./race.js');
const [port, store] = process.argv.slice(2);
const db = store === 'memory' ? {} : { db: new FlatFile({ dir: store }) };
Server({ games: [race], origins: [Origins.LOCALHOST], ...db }).run({ port: Number(port) }, () => console.log('ready'));
