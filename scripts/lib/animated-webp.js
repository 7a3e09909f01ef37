// Animated WebP from lossy still frames, as the container specification of WebP lays them out: RIFF chunks with little-endian sizes.

/** The chunk of an opaque, lossy still image that holds its pixels, header included. */
function pixelsOf(still) {
  for (let at = 12; at < still.length; ) {
    const end = at + 8 + still.readUInt32LE(at + 4);
    if (still.toString('latin1', at, at + 4) === 'VP8 ') return still.subarray(at, end + (end % 2));
    at = end + (end % 2);
  }
  throw new Error('this WebP has no lossy pixels');
}

function chunk(name, ...parts) {
  const data = Buffer.concat(parts);
  const header = Buffer.alloc(8, name, 'latin1');
  header.writeUInt32LE(data.length, 4);
  return Buffer.concat([header, data, Buffer.alloc(data.length % 2)]);
}

const integer = (bytes, value) => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntLE(value, 0, bytes);
  return buffer;
};

/** `frames` are lossy WebP images of one size in pixels, each shown for so many milliseconds, over and over. */
export function animatedWebp(frames, { width, height }, milliseconds) {
  const size = Buffer.concat([integer(3, width - 1), integer(3, height - 1)]);
  const HAS_ANIMATION = 2;
  const NO_BLENDING = 2;
  const origin = integer(6, 0);
  const chunks = [
    chunk('VP8X', integer(4, HAS_ANIMATION), size),
    chunk('ANIM', integer(4, 0), integer(2, 0)),
    ...frames.map((frame) =>
      chunk('ANMF', origin, size, integer(3, milliseconds), integer(1, NO_BLENDING), pixelsOf(frame)),
    ),
  ];
  return chunk('RIFF', Buffer.from('WEBP', 'latin1'), ...chunks);
}
