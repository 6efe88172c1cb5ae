// boardgame.io: random play of a small dice-and-tokens game through its reducer, which is its fastest way to play.
const readline = require('readline');
process.env.NODE_ENV = 'production';
const { InitializeGame, CreateGameReducer } = require('boardgame.io/internal');

const SEATS = 4, KINDS = 4, GOAL = 7;
const race = {
  name: 'race',
  setup: () => ({ tokens: Array.from({ length: SEATS }, () => Array(KINDS).fill(0)), dice: [0, 1, 2, 3, 4], turns: 0 }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    gain: ({ G, ctx, random }, kind) => {
      const own = G.tokens[ctx.currentPlayer];
      own[kind] += 1;
      G.turns += 1;
      G.dice = random.Die(6, 5).map((face) => face - 1);
    },
    take: ({ G, ctx, random }, kind, victim) => {
      G.tokens[victim][kind] -= 1;
      G.tokens[ctx.currentPlayer][kind] += 1;
      G.turns += 1;
      G.dice = random.Die(6, 5).map((face) => face - 1);
    },
  },
  endIf: ({ G, ctx }) => (G.tokens[ctx.currentPlayer].some((n) => n >= GOAL) || G.turns >= 200 ? { over: true } : undefined),
};

function options(G, seat) {
  const found = [];
  for (const face of new Set(G.dice)) {
    if (face < KINDS) {
      found.push(['gain', [face]]);
      for (let victim = 0; victim < SEATS; victim++) {
        if (victim !== seat && G.tokens[victim][face] > 0) found.push(['take', [face, victim]]);
      }
    }
  }
  return found.length ? found : [['gain', [0]]];
}

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
play();
console.log(JSON.stringify(['boardgame.io:race-4']));
readline.createInterface({ input: process.stdin }).on('line', (line) => {
  const seconds = Number(line.split(' ')[1]);
  let units = 0, episodes = 0, used = 0;
  const started = cpu();
  do { units += play(); episodes += 1; used = cpu() - started; } while (used < seconds);
  console.log(JSON.stringify({ rate: units / used, episodes: episodes / used }));
});
