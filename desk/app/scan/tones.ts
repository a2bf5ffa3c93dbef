let context: AudioContext | undefined;

/** Hz and seconds: high and short for right, low and long for wrong. A store is loud, and people look elsewhere. */
const tones = { right: [1_320, 0.12], wrong: [196, 0.35] } as const;

/** A browser without sound stays silent, because text and colour show the same verdict. */
export const playTone = (kind: keyof typeof tones): void => {
  if (typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  const [hertz, seconds] = tones[kind];
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.frequency.value = hertz;
  tone.type = kind === 'right' ? 'sine' : 'square';
  volume.gain.value = 0.15;
  tone.connect(volume).connect(context.destination);
  tone.start();
  tone.stop(context.currentTime + seconds);
};
