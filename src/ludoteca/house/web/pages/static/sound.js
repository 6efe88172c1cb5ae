// One soft sound, made here: no file to fetch.

let context;

export function chime() {
  context ??= new AudioContext();
  const now = context.currentTime;
  for (const [start, pitch] of [[0, 523.25], [0.14, 783.99]]) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0, now + start);
    volume.gain.linearRampToValueAtTime(0.08, now + start + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0005, now + start + 0.7);
    tone.connect(volume).connect(context.destination);
    tone.start(now + start);
    tone.stop(now + start + 0.8);
  }
}
