import { unzipSync } from 'fflate'
import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { streamZip } from './stream-zip.ts'

const calm = { date: new Date('2026-11-15T12:00:00Z'), maxPauseMs: 60_000, limitMs: 60_000 }
const text = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString()

/** Incompressible bytes. */
function noise(length: number): Uint8Array {
  return new Uint8Array(randomBytes(length))
}

test('what goes in comes out, in order, compressed or as it is', async () => {
  const picture = noise(50_000)
  const lines = Array.from({ length: 2000 }, (_, n) => Buffer.from(`line ${n} – ünïcode\n`))
  const stream = streamZip(async (zip) => {
    await zip.add('empty.txt', [])
    await zip.add('folder/lines.txt', lines)
    await zip.add('picture.png', [picture], { isCompressed: true })
  }, calm)
  const archive = await buffer(stream)
  const files = unzipSync(archive)
  expect(Object.keys(files)).toEqual(['empty.txt', 'folder/lines.txt', 'picture.png'])
  expect(text(files['empty.txt'])).toBe('')
  expect(text(files['folder/lines.txt'])).toBe(Buffer.concat(lines).toString())
  expect(files['picture.png']).toEqual(picture)
  expect(archive.length).toBeLessThan(80_000)
})

test('no more is made than is read, and leaving ends the making', async () => {
  let made = 0
  let wasLetGo = false
  const chunks = async function* () {
    try {
      for (;;) {
        made += 1
        yield noise(64 * 1024)
      }
    } finally {
      wasLetGo = true
    }
  }
  let end: unknown
  const stream = streamZip(async (zip) => {
    try {
      await zip.add('endless.bin', chunks())
    } catch (error) {
      end = error
      throw error
    }
  }, calm)
  const reader = stream.getReader()
  for (let n = 0; n < 10; n += 1) await reader.read()
  for (let n = 0; n < 200; n += 1) await turn()
  expect(made).toBeLessThan(30)
  await reader.cancel()
  await expect.poll(() => wasLetGo).toBe(true)
  await expect.poll(() => end).toMatchObject({ name: 'ReaderGone' })
})

test('a reader that stops asking, and one that takes too long over all, is given up', async () => {
  for (const limits of [
    { ...calm, maxPauseMs: 20 },
    { ...calm, limitMs: 20 },
  ]) {
    let end: unknown
    const stream = streamZip(async (zip) => {
      try {
        await zip.add('notes.txt', [Buffer.from('never read')])
      } catch (error) {
        end = error
        throw error
      }
    }, limits)
    await expect.poll(() => end).toMatchObject({ name: 'ReaderGone' })
    await expect(stream.getReader().read()).rejects.toThrow(/in time|too long/)
  }
})

test('a failure in the middle breaks the stream instead of ending it', async () => {
  const failing = async function* () {
    yield noise(200_000)
    throw new Error('the source dried up')
  }
  const stream = streamZip((zip) => zip.add('half.bin', failing()), calm)
  await expect(buffer(stream)).rejects.toThrow('the source dried up')
})
