// A small dice-and-tokens game for boardgame.io, and what a seat may do in it.
const SEATS = 4, KINDS = 4, GOAL = 7, LIMIT = 200;
const roll = (random) => random.Die(6, 5).map((face) => face - 1);

exports.SEATS = SEATS;
exports.race = {
  name: 'race',
  setup: () => ({ tokens: Array.from({ length: SEATS }, () => Array(KINDS).fill(0)), dice: [0, 1, 2, 3, 4], turns: 0 }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    gain: ({ G, ctx, random }, kind) => {
      G.tokens[ctx.currentPlayer][kind] += 1;
      G.turns += 1;
      G.dice = roll(random);
    },
    take: ({ G, ctx, random }, kind, victim) => {
      G.tokens[victim][kind] -= 1;
      G.tokens[ctx.currentPlayer][kind] += 1;
      G.turns += 1;
      G.dice = roll(random);
    },
  },
  endIf: ({ G, ctx }) =>
    G.tokens[ctx.currentPlayer].some((n) => n >= GOAL) || G.turns >= LIMIT ? { over: true } : undefined,
};

exports.options = (G, seat) => {
  const found = [];
  for (const face of new Set(G.dice)) {
    if (face >= KINDS) continue;
    found.push(['gain', [face]]);
    for (let victim = 0; victim < SEATS; victim++)
      if (victim !== seat && G.tokens[victim][face] > 0) found.push(['take', [face, victim]]);
  }
  return found.length ? found : [['gain', [0]]];
};
