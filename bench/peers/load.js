// Closed-loop load on loopback: node load.js ours-json|ours-page|boardgame.io PORT TABLES SECONDS SERVER_PID
// Several servers: PORT,PORT… and PID,PID…; the people of a table are spread over them, or with the word "together" at the
// end each table has one server. What children of these processes use counts, too.
// Every table has four connected clients; the one who is asked moves at once. A move counts when the mover was told
// that it is done and sees what came of it. Prints one line of JSON.
const fs = require('fs');
const http = require('http');
const [kind, givenPorts, tables, seconds, givenPids, together] = process.argv.slice(2);
const [ports, pids] = [givenPorts.split(','), givenPids.split(',')];
const SEATS = 4, WARM_UP = 1000 * Number(process.env.WARM_UP_SECONDS || 3), TICK = 100;
const now = () => Number(process.hrtime.bigint()) / 1e6;
const sum = (list) => list.reduce((all, one) => all + one, 0);
const ticks = (pid) => {
  const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return sum(stat.slice(11, 15).map(Number));
};
const children = (pid) => fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
const cpu = (pid) => sum([pid, ...children(pid)].map(ticks)) / TICK;
const resident = (pid) => Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;
const pick = (list) => list[Math.floor(Math.random() * list.length)];

// Nobody moves before every table is laid.
let going = false;
const atTheStart = [];
const whenGoing = (move) => (going ? move() : atTheStart.push(move));

let counting = false, stopping = false, moves = 0, refused = 0, received = 0, messages = 0;
const waits = [];
const moved = (since) => {
  if (!counting) return;
  moves += 1;
  waits.push(now() - since);
};

const agent = new http.Agent({ keepAlive: true, maxSockets: 1024 });
const ask = async (method, path, body, person = { port: ports[0] }) => {
  try {
    return await once(method, path, body, person);
  } catch (error) {
    if (error.code !== 'ECONNRESET') throw error;
    return once(method, path, body, person); // the server had just closed the quiet connection
  }
};
const once = (method, path, body, { port, cookie }) =>
  new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', ...(cookie ? { cookie } : {}) };
    const text = body === undefined ? '' : JSON.stringify(body);
    if (text) headers['content-length'] = Buffer.byteLength(text);
    const request = http.request({ host: '127.0.0.1', port, method, path, agent, headers }, (answer) => {
      const parts = [];
      answer.on('data', (part) => parts.push(part));
      answer.on('end', () => {
        const cookies = (answer.headers['set-cookie'] || []).map((line) => line.split(';')[0]);
        resolve({ status: answer.statusCode, body: Buffer.concat(parts).toString(), cookie: cookies[0] });
      });
    });
    request.on('error', reject);
    request.end(text || undefined);
  });

// Ludoteca: commands by POST, news by WebSocket.

const ours = (page) => async (number) => {
  const WebSocket = require('ws');
  const people = [];
  for (let seat = 0; seat < SEATS; seat++) {
    const person = { port: ports[(number + (together ? 0 : seat)) % ports.length] };
    person.cookie = (await ask('PUT', '/api/v1/me', { name: `P${number}-${seat}` }, person)).cookie;
    people.push(person);
  }
  let table, commands = 0, sockets = [];

  const open = async () => {
    sockets.forEach((socket) => socket.close());
    const seats = [{ kind: 'me' }, ...Array(SEATS - 1).fill({ kind: 'open' })];
    const wish = { id: `open-${commands++}`, game: 'bologna', seats, public: false };
    const opened = JSON.parse((await ask('POST', '/api/v1/tables', wish, people[0])).body);
    table = opened.table;
    for (let seat = 1; seat < SEATS; seat++)
      await ask('POST', `/api/v1/tables/${table}/commands`,
        { kind: 'join', id: `join-${commands++}`, token: opened.invitation, seat }, people[seat]);
    const mine = table;
    sockets = await Promise.all(people.map((person, seat) => connect(mine, person, seat)));
  };

  const connect = (which, person, seat) =>
    new Promise((resolve, reject) => {
      const form = page ? 'form=page' : 'form=json&words=0';
      const socket = new WebSocket(`ws://127.0.0.1:${person.port}/live/${which}?${form}`,
        { headers: { cookie: person.cookie }, perMessageDeflate: false });
      const client = { seat, person, seq: -1, choices: [], offered: [], over: false, busy: false, sentAt: 0, answered: 0 };
      socket.on('error', reject);
      socket.on('message', (data) => {
        received += data.length;
        messages += 1;
        const news = JSON.parse(data);
        if (news.seq === undefined || which !== table) return;
        client.seq = news.seq;
        if (page) readPage(client, news.layers || {});
        else if (news.table) {
          client.choices = news.table.awaited === seat ? news.table.choices.map((choice) => choice.text) : [];
          client.over = news.table.status === 'finished';
        }
        settle(client);
        resolve(socket);
      });
    });

  const readPage = (client, layers) => {
    if (layers['t-choices'] !== undefined)
      client.offered = [...layers['t-choices'].matchAll(/value="act ([^"]+)"/g)].map((found) => unescape(found[1]));
    client.choices = [...client.offered]; // the same choices again are not sent again
    if (layers['t-phase'] !== undefined) client.over = layers['t-phase'].includes('data-phase="finished"');
  };
  const unescape = (text) => text.replace(/&#39;/g, "'").replace(/&#34;|&quot;/g, '"').replace(/&amp;/g, '&');

  const settle = (client) => {
    if (stopping) return;
    if (!going) {
      if (!client.queued) atTheStart.push(() => settle(client));
      client.queued = true;
      return;
    }
    if (client.busy) {
      if (!client.answered || client.seq < client.answered) return;
      client.busy = false;
      moved(client.sentAt);
    }
    if (client.over) {
      if (client.seat === 0) open();
      return;
    }
    if (!client.choices.length) return;
    client.busy = true;
    client.answered = 0;
    client.sentAt = now();
    const command = { kind: 'act', id: `act-${commands++}`, base: client.seq, text: pick(client.choices) };
    client.choices = [];
    ask('POST', `/api/v1/tables/${table}/commands`, command, client.person).then((answer) => {
      if (answer.status !== 200) {
        refused += 1;
        client.busy = false;
        return;
      }
      client.answered = JSON.parse(answer.body).seq;
      settle(client);
    });
  };
  return open;
};

// boardgame.io: everything over socket.io.

const theirs = async () => {
  const { io } = require('socket.io-client');
  const { race, options } = require('./race.js');
  let match, sender = null, sentAt = 0, sentId = -1, synced = 0;
  const create = async () =>
    JSON.parse((await ask('POST', `/games/${race.name}/create`, { numPlayers: SEATS })).body).matchID;
  const sockets = await Promise.all([...Array(SEATS).keys()].map((seat) =>
    new Promise((resolve) => {
      const socket = io(`http://127.0.0.1:${ports[0]}/${race.name}`, { transports: ['websocket'], forceNew: true });
      socket.seat = String(seat);
      socket.on('connect', () => resolve(socket));
    })));
  const play = (state) => {
    if (stopping) return;
    const seat = state.ctx.currentPlayer;
    const [type, args] = pick(options(state.G, Number(seat)));
    [sender, sentId, sentAt] = [sockets[Number(seat)], state._stateID, now()];
    const action = { type: 'MAKE_MOVE', payload: { type, args, playerID: seat } };
    sender.emit('update', action, state._stateID, match, seat);
  };
  const open = async () => {
    match = await create();
    synced = 0;
    sockets.forEach((socket) => socket.emit('sync', match, socket.seat, undefined, SEATS));
  };
  sockets.forEach((socket) => {
    socket.io.engine.on('packet', (packet) => { received += (packet.data || '').length; messages += 1; });
    socket.on('sync', (id, info) => { if (id === match && ++synced === SEATS) whenGoing(() => play(info.state)); });
    socket.on('update', (id, state) => {
      if (id !== match || socket !== sender || state._stateID <= sentId) return;
      moved(sentAt);
      if (state.ctx.gameover !== undefined) open(); else play(state);
    });
  });
  return open;
};

(async () => {
  const setUp = { 'ours-json': ours(false), 'ours-page': ours(true), 'boardgame.io': theirs }[kind];
  const starts = [];
  for (let number = 0; number < Number(tables); number++) starts.push(await setUp(number));
  for (const start of starts) await start();
  await new Promise((resolve) => setTimeout(resolve, 1000));
  going = true;
  atTheStart.forEach((move) => move());
  await new Promise((resolve) => setTimeout(resolve, WARM_UP));
  counting = true;
  const [began, used, bytes, told] = [now(), pids.map(cpu), received, messages];
  await new Promise((resolve) => setTimeout(resolve, Number(seconds) * 1000));
  const lasted = (now() - began) / 1000;
  const cpus = pids.map((pid, which) => cpu(pid) - used[which]), spent = sum(cpus);
  stopping = true;
  waits.sort((a, b) => a - b);
  const at = (share) => Number((waits[Math.floor(waits.length * share)] || 0).toFixed(2));
  console.log(JSON.stringify({
    moves: moves / lasted, p50: at(0.5), p99: at(0.99), cpu: spent / lasted, cpus, memory: sum(pids.map(resident)), refused,
    per_cpu: moves / Math.max(spent, 0.01), bytes: (received - bytes) / Math.max(moves, 1), messages: (messages - told) / Math.max(moves, 1),
  }));
  process.exit(0);
})();
