import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { PDFiumLibrary } from '@hyzyla/pdfium';

const WASM_PAGE = 65_536;

/** Memory one document may take, its own bytes (at most 50 MB, copied once) included. */
const LARGEST_MEMORY = 384 * 1_048_576;

let compiled: WebAssembly.Module | null = null;

/**
 * A PDF reader for one document, with its own memory that cannot grow past a bound. Worker limits do not count
 * WebAssembly memory, so the bound is set here: growing fails, and so does the reader. A reader is used for one document
 * only, so that no document can affect the next; only the compiled code is kept.
 */
export async function boundedPdfium(): ReturnType<typeof PDFiumLibrary.init> {
  const path = createRequire(import.meta.url).resolve('@hyzyla/pdfium/pdfium.wasm');
  compiled ??= new WebAssembly.Module(readFileSync(path));
  const code = compiled;
  return PDFiumLibrary.init({
    instantiateWasm(imports, done) {
      const instance = new WebAssembly.Instance(code, imports);
      for (const exported of Object.values(instance.exports)) {
        if (exported instanceof WebAssembly.Memory) boundGrowth(exported);
      }
      // The type says Module; the library's own loader passes what it is given to its `receiveInstance`.
      Reflect.apply(done, undefined, [instance]);
      return instance.exports;
    },
  });
}

function boundGrowth(memory: WebAssembly.Memory): void {
  const grow = memory.grow.bind(memory);
  memory.grow = (pages) => {
    if (memory.buffer.byteLength + pages * WASM_PAGE > LARGEST_MEMORY) throw new RangeError('over the memory bound');
    return grow(pages);
  };
}
