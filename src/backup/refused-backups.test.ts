import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withFittingDigest } from '../../test/support/backups.ts'
import { quickenPassphrases } from '../../test/support/quick-passphrases.ts'
import { createTestDatabase } from '../../test/support/test-database.ts'
import { fillInDigest } from './checksums.ts'
import { openBackup } from './open-backup.ts'
import { type TarEntry, entryOf, packTar } from './pack-tar.ts'
import { restoreBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

const passphrase = 'a passphrase for tests'
const block = 512
let folder: string
let plain: Buffer
let entries: ReturnType<typeof entriesOf>
const at = (name: string) => join(folder, name)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'millrace-refused-'))
  await mkdir(at('data'))
  await writeFile(at('data/secret'), 'the secret', { mode: 0o600 })
  const { url, drop } = await createTestDatabase()
  const source = { url, dataDir: at('data'), version: '0.0.0', now: new Date() }
  await writeBackup(source, { file: at('plain') })
  quickenPassphrases()
  await writeBackup(source, { file: at('encrypted'), passphrase })
  await drop()
  plain = await readFile(at('plain'))
  entries = entriesOf(plain)
})
afterAll(() => rm(folder, { recursive: true }))

/** Where each entry of an archive begins, and what it consists of. */
function entriesOf(archive: Buffer) {
  const found: { name: string; start: number; size: number; end: number }[] = []
  for (let start = 0; archive[start] !== 0;) {
    const name = archive.toString('latin1', start, start + 100).replaceAll('\0', '')
    const size = Number.parseInt(archive.toString('latin1', start + 124, start + 135), 8)
    const end = start + block + Math.ceil(size / block) * block
    found.push({ name, start, size, end })
    start = end
  }
  return found
}

/** What a restore says to these bytes. It must not get as far as to open its target. */
async function answerTo(bytes: Buffer): Promise<string> {
  const dataDir = at('target')
  await writeFile(at('forged'), bytes)
  const restored = restoreBackup({
    file: at('forged'),
    dataDir,
    jobs: [],
    readPassphrase: async () => passphrase,
    openTarget: () => Promise.reject(new Error('the target was opened')),
  })
  const answer = await restored.then(
    () => 'restored',
    (error: Error) => error.message,
  )
  expect(await stat(dataDir).catch(() => 'none')).toBe('none')
  return answer
}

function flipped(bytes: Buffer, offset: number): Buffer {
  const copy = Buffer.from(bytes)
  copy[offset]! ^= 1
  return copy
}

test('the backups themselves are good', async () => {
  expect(await answerTo(plain)).toBe('the target was opened')
  expect(await answerTo(await readFile(at('encrypted')))).toBe('the target was opened')
  expect(await answerTo(withFittingDigest(plain))).toBe('the target was opened')
})

test('a flipped byte is refused in every region of every entry, and at the end', async () => {
  const offsets = entries.flatMap(({ start, size, end }) => [
    // Name, mode, size, time, checksum, kind, the rest of the header; the content; what fills up its last block.
    ...[3, 104, 130, 140, 150, 156, 300, 500].map((offset) => start + offset),
    ...(size > 0 ? [start + block, start + block + size - 1] : []),
    ...(end > start + block + size ? [start + block + size, end - 1] : []),
  ])
  for (const offset of [...offsets, plain.length - 1024, plain.length - 1]) {
    // In the first bytes it is the name of the manifest, without which it is not known as a backup.
    expect(await answerTo(flipped(plain, offset)), `byte ${offset}`).toMatch(
      offset === 3
        ? /is not a backup that this version can read/
        : /^The backup is damaged: its checksum does not match, so it was cut off or changed\.$/,
    )
  }
})

test('a flipped byte of content is refused though the last line fits', async () => {
  for (const { name, start, size } of entries) {
    if (size === 0) continue
    expect(await answerTo(withFittingDigest(flipped(plain, start + block))), name).toMatch(
      /^The backup is damaged: /,
    )
  }
})

test('a file that is cut at any entry is refused, also with the end of the archive put back', async () => {
  const last = entries.at(-1)!
  for (const { name, start } of entries) {
    expect(await answerTo(plain.subarray(0, start)), name).toMatch(
      start === 0 ? /is not a backup/ : /its checksum does not match/,
    )
    const closed = Buffer.concat([plain.subarray(0, start), plain.subarray(last.start)])
    if (start === last.start) continue
    expect(await answerTo(withFittingDigest(closed)), name).toMatch(
      start === 0 ? /is not a backup|has no manifest/ : /^The backup is damaged: /,
    )
  }
  expect(await answerTo(Buffer.concat([plain, Buffer.alloc(block)]))).toMatch(/its checksum does not match/)
  expect(await answerTo(Buffer.alloc(0))).toMatch(/is not a backup/)
})

test('entries that are swapped, left out or there twice are refused though the last line fits', async () => {
  const bytesOf = (n: number) => plain.subarray(entries[n]!.start, entries[n]!.end)
  const rest = plain.subarray(entries.at(-1)!.end)
  const archiveOf = (order: number[]) => withFittingDigest(Buffer.concat([...order.map(bytesOf), rest]))
  const inOrder = [...entries.keys()]
  expect(await answerTo(archiveOf(inOrder))).toBe('the target was opened')
  for (const n of inOrder.slice(1, -2)) {
    expect(await answerTo(archiveOf(inOrder.with(n, n + 1).with(n + 1, n)))).toMatch(/^The backup is damaged/)
    expect(await answerTo(archiveOf(inOrder.toSpliced(n, 1)))).toMatch(/^The backup is damaged/)
    expect(await answerTo(archiveOf(inOrder.toSpliced(n, 0, n)))).toMatch(/^The backup is damaged/)
  }
})

test('an archive with checksums of its own is refused when it is not what its manifest says', async () => {
  const made = await openBackup(at('plain'), async () => '')
  const all: TarEntry[] = []
  for await (const { name, content } of made()) all.push(entryOf(name, await buffer(content)))
  const answerToEntries = async (given: TarEntry[]) =>
    answerTo(await buffer(fillInDigest(packTar(Readable.from(given), new Date()))))
  const [first, second] = [2, 3]
  const swapped = all.with(first, all[second]!).with(second, all[first]!)
  expect(await answerToEntries(all)).toBe('the target was opened')
  expect(await answerToEntries(swapped)).toMatch(/its tables are not those of its manifest/)
  expect(await answerToEntries(all.toSpliced(first, 1))).toMatch(/its tables are not those of its manifest/)
  expect(await answerToEntries(all.toSpliced(first, 0, all[first]!))).toMatch(/its tables are not those/)
  expect(await answerToEntries(all.slice(0, -1))).toMatch(/its end is missing/)
  expect(await answerToEntries(all.slice(1))).toMatch(/is not a backup/)
  const rows = all.findIndex(({ name, size }) => name.startsWith('tables/') && size > 0)
  expect(await answerToEntries(all.with(rows, entryOf(all[rows]!.name, Buffer.alloc(0))))).toMatch(
    /rows of \S+ are missing/,
  )
  expect(await answerToEntries(all.toSpliced(1, 0, entryOf('files/../escaped', Buffer.alloc(0))))).toMatch(
    /it has a file that does not belong in a data folder/,
  )
})

test('an encrypted file that was changed or cut is refused', async () => {
  const encrypted = await readFile(at('encrypted'))
  const mac = encrypted.indexOf('\n--- ') + 5
  const payload = encrypted.indexOf('\n', mac) + 1
  const offsets = [mac, payload + 16]
  const changed = offsets.map((offset) => flipped(encrypted, offset))
  const cut = [payload + 16 + 64 * 1024 + 16, encrypted.length - 1]
  for (const bytes of [...changed, ...cut.map((end) => encrypted.subarray(0, end))]) {
    expect(await answerTo(bytes)).toBe('The passphrase is wrong, or the file has been changed.')
  }
  expect(await answerTo(flipped(encrypted, 0))).toMatch(/is not a backup that this version can read/)
})
