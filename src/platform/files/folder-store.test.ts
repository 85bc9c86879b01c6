import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAll, useFileStore } from '../../../test/support/file-store-checks.ts'
import { pathOf } from './file-store.ts'
import { createFolderStore } from './folder-store.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'millrace-folder-store-'))
})
afterAll(() => rm(folder, { recursive: true }))

const newKey = () => ({ businessId: randomUUID(), id: randomUUID() })

test('files are kept, read, listed and removed', async () => {
  expect(await useFileStore(createFolderStore(join(folder, 'one')))).toHaveLength(1)
})

test('only the owner of the folder can read a file, and nothing is left of the last one of a business', async () => {
  const root = join(folder, 'two')
  const store = createFolderStore(root)
  const key = newKey()
  await store.put(key, Buffer.from('a picture'))
  expect((await stat(join(root, pathOf(key)))).mode & 0o777).toBe(0o600)
  expect((await stat(join(root, key.businessId))).mode & 0o777).toBe(0o700)
  expect(await readdir(join(root, key.businessId, key.id.slice(0, 2)))).toEqual([key.id])
  await store.remove(key)
  expect(await readdir(root)).toEqual([])
})

test('what a killed process left of a file is listed and removed with it', async () => {
  const root = join(folder, 'three')
  const store = createFolderStore(root)
  const [whole, half] = [newKey(), newKey()]
  await store.put(half, Buffer.from('a folder'))
  await store.remove(whole)
  await writeFile(join(root, `${pathOf(half)}.part`), 'ha')
  await rm(join(root, pathOf(half)))
  await writeFile(join(root, half.businessId, 'something else'), '')
  const listed = await listAll(store)
  expect(listed).toEqual([{ ...half, writtenAt: expect.any(Date) }])
  await store.remove(half)
  expect(await listAll(store)).toEqual([])
})

test('many at once, put and removed in the same folders, do not disturb each other', async () => {
  const store = createFolderStore(join(folder, 'four'))
  const businessId = randomUUID()
  const kept = Array.from({ length: 40 }, () => ({ businessId, id: `aa${randomUUID().slice(2)}` }))
  await Promise.all(
    kept.flatMap((key) => {
      const passing = { businessId, id: `aa${randomUUID().slice(2)}` }
      return [
        store.put(key, Buffer.from(key.id)),
        store.put(passing, Buffer.from('gone soon')).then(() => store.remove(passing)),
      ]
    }),
  )
  for (const key of kept) expect((await store.read(key)).toString()).toBe(key.id)
  expect(await listAll(store)).toHaveLength(kept.length)
})
