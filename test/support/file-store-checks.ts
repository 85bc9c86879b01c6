import { randomBytes, randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { FileKey, FileStore } from '../../src/platform/files/file-store.ts'

const missing = /ENOENT|not in the store/

/** Does what every store for files has to be able to do, beginning with an empty one. Returns what is in it then. */
export async function useFileStore(store: FileStore) {
  const [one, other] = [randomUUID(), randomUUID()].map((businessId) => ({ businessId, id: randomUUID() }))
  const bytes = randomBytes(400_000)
  expect(await listAll(store)).toEqual([])
  await store.put(one!, bytes)
  await store.put({ ...other!, id: one!.id }, Buffer.from('the same id in another business'))
  expect((await store.read(one!)).equals(bytes)).toBe(true)
  // Put again, as after a lost answer.
  await store.put(one!, bytes)
  expect((await store.read(one!)).equals(bytes)).toBe(true)
  await expect(store.read(other!)).rejects.toThrow(missing)

  const listed = await listAll(store)
  expect(listed.map(({ businessId, id }) => ({ businessId, id }))).toEqual(
    expect.arrayContaining([one, { ...other!, id: one!.id }]),
  )
  expect(listed).toHaveLength(2)
  for (const { writtenAt } of listed) expect(Math.abs(writtenAt.getTime() - Date.now())).toBeLessThan(600_000)

  await store.remove(one!)
  await store.remove(one!)
  await expect(store.read(one!)).rejects.toThrow(missing)
  return listAll(store)
}

export async function listAll(store: FileStore) {
  const found: (FileKey & { writtenAt: Date })[] = []
  for await (const file of store.list()) found.push(file)
  return found
}
