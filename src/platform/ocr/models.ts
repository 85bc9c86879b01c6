import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { projectFolder } from '../project-folder.ts'
import type { Model, Recognizer, TextModels } from './read-text.ts'

/** What we use of onnxruntime-web. The package itself is not installed, only its files that run models. */
interface Runtime {
  env: { wasm: { numThreads: number; wasmBinary?: ArrayBuffer }; logLevel: string }
  Tensor: new (type: 'float32', data: Float32Array, shape: readonly number[]) => unknown
  InferenceSession: { create(model: Uint8Array, options: object): Promise<Session> }
}
interface Session {
  inputNames: readonly string[]
  outputNames: readonly string[]
  run(
    inputs: Record<string, unknown>,
  ): Promise<Record<string, { data: Float32Array; dims: readonly number[] }>>
}

/** Files out of npm packages, which scripts/fetch-parts.mjs has put there. */
export const partsFolder = join(projectFolder, 'node_modules', '.parts')

/** A part that is kept compressed. */
export async function readZippedPart(name: string): Promise<ArrayBuffer> {
  const bytes = gunzipSync(await readFile(join(partsFolder, name)))
  return new Uint8Array(bytes).buffer
}

/** Loads the models that find and read text. They take about 300 MB, and nothing but the files of this machine. */
export async function loadTextModels(): Promise<TextModels> {
  const runtime = (await import(pathToFileURL(join(partsFolder, 'ort.wasm.min.mjs')).href)) as Runtime
  runtime.env.wasm.numThreads = 1
  runtime.env.wasm.wasmBinary = await readZippedPart('ort-wasm-simd-threaded.wasm.gz')
  runtime.env.logLevel = 'error'
  const load = async (name: string): Promise<Model> => {
    const options = { graphOptimizationLevel: 'all', enableCpuMemArena: false }
    const session = await runtime.InferenceSession.create(await readFile(join(partsFolder, name)), options)
    const [input, output] = [session.inputNames[0]!, session.outputNames[0]!]
    return async (data, shape) => {
      const result = (await session.run({ [input]: new runtime.Tensor('float32', data, shape) }))[output]!
      return { data: result.data, shape: result.dims }
    }
  }
  const recognizer = async (name: string, characters: string): Promise<Recognizer> => ({
    run: await load(name),
    characters: (await readFile(join(partsFolder, characters), 'utf8'))
      .replaceAll('\r', '')
      .replace(/\n$/, '')
      .split('\n'),
  })
  return {
    detect: await load('ch_PP-OCRv4_det_infer.onnx'),
    // Knows accents and the euro sign, and keeps spaces.
    latin: await recognizer('latin_PP-OCRv3_rec_infer.onnx', 'latin_dict.txt'),
    // Newer, and better at digits.
    english: await recognizer('en_PP-OCRv4_rec_infer.onnx', 'en_dict.txt'),
  }
}
