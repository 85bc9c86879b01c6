import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { buildServer, ensureInstalled, hashOfPages, nodeBinary, run, swapIn, top } from './prepare.mjs'

const compressible = /\.(?:js|css|svg)$/
const minBytes = 1024
// One below the maximum: 2% larger files in half the time.
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }

await ensureInstalled()

// Computed before the build, so that a file saved during the build triggers another one at the next start.
const sources = hashOfPages()
mkdirSync(join(top, '.cache'), { recursive: true })
const scratch = mkdtempSync(join(top, '.cache', 'build-'))
try {
  process.exitCode = await build(join(scratch, 'dist'))
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
if (!(await buildServer())) process.exitCode = 1

/**
 * @param {string} dist
 * @returns {Promise<number>} the exit code
 */
async function build(dist) {
  const env = { NODE_ENV: 'production' }
  const vite = join(top, 'node_modules', 'vite', 'bin', 'vite.js')
  const web = join(dist, 'web')
  const ssr = join(dist, 'ssr')
  const steps = [
    { args: [vite, 'build', '--outDir', web], cwd: top },
    { args: [vite, 'build', '--ssr', 'src/pages/prerender.tsx', '--outDir', ssr], cwd: top },
    // The pre-render works on the dist folder of its working directory.
    { args: [join(ssr, 'prerender.js')], cwd: scratch },
  ]
  for (const { args, cwd } of steps) {
    const code = await run(nodeBinary(), args, { env, cwd })
    if (code !== 0) return code
  }
  await compressAll(web)
  writeFileSync(join(dist, '.sources'), sources)
  swapIn(dist, join(top, 'dist'), scratch)
  return 0
}

/** @param {string} folder */
async function compressAll(folder) {
  const files = (await readdir(folder, { recursive: true })).filter((name) => compressible.test(name))
  await Promise.all(files.map((name) => compress(join(folder, name))))
}

/** @param {string} file */
async function compress(file) {
  const content = await readFile(file)
  if (content.length <= minBytes) return
  await Promise.all([
    promisify(brotliCompress)(content, brotli).then((smaller) => writeFile(`${file}.br`, smaller)),
    promisify(gzip)(content, { level: 9 }).then((smaller) => writeFile(`${file}.gz`, smaller)),
  ])
}
