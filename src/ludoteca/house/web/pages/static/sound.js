// Short, soft sounds made here: no file to fetch. Fetched only where sound is wanted.

let context;

// A tone that swells and fades: when it begins, its pitch, how long it lasts, how loud it is.
function tone(start, pitch, length = 0.7, loud = 0.08, shape = "sine") {
  const source = context.createOscillator();
  source.type = shape;
  source.frequency.value = pitch;
  source.connect(fading(start, length, loud));
  source.start(context.currentTime + start);
  source.stop(context.currentTime + start + length + 0.1);
}

// A knock, a rustle or a rumble: noise of one colour.
function noise(start, pitch, length, loud, sharp = 1) {
  const samples = context.createBuffer(1, Math.ceil(context.sampleRate * length), context.sampleRate);
  const data = samples.getChannelData(0);
  for (let at = 0; at < data.length; at++) data[at] = Math.random() * 2 - 1;
  const source = context.createBufferSource();
  source.buffer = samples;
  const colour = context.createBiquadFilter();
  colour.type = "bandpass";
  colour.frequency.value = pitch;
  colour.Q.value = sharp;
  source.connect(colour).connect(fading(start, length, loud));
  source.start(context.currentTime + start);
}

function fading(start, length, loud) {
  const volume = context.createGain();
  const begin = context.currentTime + start;
  volume.gain.setValueAtTime(0, begin);
  volume.gain.linearRampToValueAtTime(loud, begin + 0.01);
  volume.gain.exponentialRampToValueAtTime(0.0005, begin + length);
  volume.connect(context.destination);
  return volume;
}

const SOUNDS = {
  turn: (at) => [523.25, 783.99].forEach((pitch, number) => tone(at + 0.14 * number, pitch)),
  end: (at) => [392, 523.25, 659.25, 783.99].forEach((pitch, number) => tone(at + 0.13 * number, pitch, 0.9)),
  dice: (at) => [0, 0.09, 0.17, 0.3, 0.38].forEach((wait, number) => noise(at + wait, 1900 - 180 * number, 0.06, 0.35, 3)),
  card: (at) => noise(at, 3200, 0.16, 0.12, 0.7),
  coin: (at) => [1567.98, 2093].forEach((pitch, number) => tone(at + 0.06 * number, pitch, 0.35, 0.04, "triangle")),
  thunder: (at) => noise(at, 90, 1.1, 0.6, 0.6),
};

export function play(name, wait = 0) {
  context ??= new AudioContext();
  SOUNDS[name](wait / 1000);
}
