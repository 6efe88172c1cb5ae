// boardgame.io: random play of a small dice-and-tokens game through its reducer, which is its fastest way to play.
const readline = require('readline');
process.env.NODE_ENV = 'production';
const { InitializeGame, CreateGameReducer } = require('boardgame.io/internal');
const { race, options, SEATS } = require('./race.js');

const reducer = CreateGameReducer({ game: race, numPlayers: SEATS });
function play() {
  let state = InitializeGame({ game: race, numPlayers: SEATS }), decisions = 0;
  while (state.ctx.gameover === undefined) {
    const seat = Number(state.ctx.currentPlayer);
    const all = options(state.G, seat);
    const [type, args] = all[Math.floor(Math.random() * all.length)];
    state = reducer(state, { type: 'MAKE_MOVE', payload: { type, args, playerID: String(seat) } });
    decisions += 1;
  }
  return decisions;
}

const cpu = () => { const used = process.cpuUsage(); return (used.user + used.system) / 1e6; };
for (const warm = cpu(); cpu() - warm < 1;) play();
console.log(JSON.stringify(['boardgame.io:race-4']));
readline.createInterface({ input: process.stdin }).on('line', (line) => {
  const seconds = Number(line.split(' ')[1]);
  let units = 0, episodes = 0, used = 0;
  const started = cpu();
  do { units += play(); episodes += 1; used = cpu() - started; } while (used < seconds);
  console.log(JSON.stringify({ rate: units / used, episodes: episodes / used }));
});
