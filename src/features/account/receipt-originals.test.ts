import { expect, test } from 'vitest'
import { type FileStore, FileStoreError } from '../../platform/files/file-store.ts'
import { addOriginals } from './receipt-originals.ts'

const originals = ['new', 'middle', 'old'].map((name) => ({ name, fileId: name, byteCount: 10 }))

async function add(read: FileStore['read'], maxBytes: number) {
  const added = new Map<string, string>()
  const zip = {
    add: async (name: string, content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>) => {
      for await (const piece of content) added.set(name, Buffer.from(piece).toString())
    },
  }
  const unused = () => Promise.reject(new Error('not asked'))
  const files = { read, put: unused, remove: unused, list: () => expect.fail('not asked') }
  await addOriginals(zip, files, 'a business', originals, maxBytes)
  return Object.fromEntries(added)
}

test('what does not fit is listed, the oldest first to go', async () => {
  const read: FileStore['read'] = async ({ id }) => Buffer.from(`${id} bytes`)
  expect(await add(read, 20)).toEqual({
    new: 'new bytes',
    middle: 'middle bytes',
    'receipts/not-included.txt': 'old\n',
  })
  expect(Object.keys(await add(read, 30))).toEqual(['new', 'middle', 'old'])
})

test('a store that does not answer ends the export, instead of leaving files out', async () => {
  await expect(add(() => Promise.reject(new FileStoreError('away')), 30)).rejects.toThrow('away')
})
