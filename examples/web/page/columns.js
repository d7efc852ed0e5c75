// Typed arrays over the columns of a hub, without a copy.
//
// A hub moves its columns when it grows, and WebAssembly replaces the buffer of its memory when
// that grows. An array from before is then of no use: it is empty, or contains old bytes. So
// `columns.position` looks at both in each use, and makes the array anew if one has changed.
// Use it where it is needed, and keep no array across a call that makes rows.
//
//   const columns = new Columns(exports, {
//     position: { array: Float32Array, width: 2 }, // `[f32; 2]`
//     colour: { array: Uint32Array, width: 1 },
//   });
//
// The module exports a function of each column's name, which returns the address of the column's
// first value, and `rows`, which returns how many rows there are.
export class Columns {
  constructor(exports, columns) {
    for (const [name, { array, width }] of Object.entries(columns)) {
      let view = new array(0);
      const get = () => {
        const start = exports[name]() >>> 0; // addresses have 32 bits and no sign
        const length = exports.rows() * width;
        const { buffer } = exports.memory;
        if (view.buffer !== buffer || view.byteOffset !== start || view.length !== length) {
          view = length === 0 ? new array(0) : new array(buffer, start, length);
        }
        return view;
      };
      Object.defineProperty(this, name, { get, enumerable: true });
    }
  }
}
