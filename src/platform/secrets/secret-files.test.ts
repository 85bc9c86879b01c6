import { chown, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { weaknessOfSecret } from './app-secret.ts'
import { keepSecret, readSecretFiles, replaceSecret } from './secret-files.ts'

let folder: string
let data: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'millrace-secret-'))
  data = join(folder, 'data')
})
afterEach(() => rm(folder, { recursive: true }))

test('a made secret is kept, readable by its owner only, and the same for starts at the same moment', async () => {
  const secrets = await Promise.all([1, 2, 3, 4].map(() => keepSecret(data)))
  expect(new Set([...secrets, await keepSecret(data)]).size).toBe(1)
  expect(weaknessOfSecret(secrets[0]!)).toBeNull()
  expect((await stat(join(data, 'secret'))).mode & 0o777).toBe(0o600)
  expect(await readdir(data)).toEqual(['secret'])
})

test('a replaced secret is kept as the previous one, and both are readable by their owner only', async () => {
  const first = await keepSecret(data)
  expect(await readSecretFiles(data)).toEqual({ current: first, previous: undefined })
  await replaceSecret(data)
  const { current, previous } = await readSecretFiles(data)
  expect(previous).toBe(first)
  expect(current).not.toBe(first)
  expect(weaknessOfSecret(current)).toBeNull()
  expect(await keepSecret(data)).toBe(current)
  expect((await readdir(data)).toSorted()).toEqual(['secret', 'secret.previous'])
  for (const name of ['secret', 'secret.previous']) {
    expect((await stat(join(data, name))).mode & 0o777).toBe(0o600)
  }
  await replaceSecret(data)
  expect((await readSecretFiles(data)).previous).toBe(current)
})

test('a replaced secret still belongs to whom it belonged, also when root replaces it', async () => {
  await keepSecret(data)
  const me = process.getuid?.() ?? 0
  const owner = me === 0 ? 65_534 : me
  await chown(join(data, 'secret'), owner, process.getgid?.() ?? 0)
  await replaceSecret(data)
  for (const name of ['secret', 'secret.previous']) {
    expect((await stat(join(data, name))).uid).toBe(owner)
  }
})

test('a reader during a replacement finds the old secret, as the present or as the previous one', async () => {
  let last = await keepSecret(data)
  for (let round = 0; round < 20; round++) {
    const over = new AbortController()
    const replaced = replaceSecret(data).finally(() => over.abort())
    while (!over.signal.aborted) {
      const { current, previous } = await readSecretFiles(data)
      expect([current, previous]).toContain(last)
    }
    await replaced
    last = await readFile(join(data, 'secret'), 'utf8')
  }
})
