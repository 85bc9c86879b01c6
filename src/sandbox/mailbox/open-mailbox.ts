import { open, readdir } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import type { Mailbox, MailboxFile } from '../../platform/mail/mailbox.ts'

/** More than any header that we write. */
const headBytes = 16 * 1024
const form =
  /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z-([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.eml$/

/** Reads what the mailbox transport writes into this folder. Only files that are listed there are opened. */
export function openMailbox(folder: string): Mailbox {
  return {
    async list(after, limit) {
      const names = (await namesIn(folder)).filter((name) => after === undefined || name < after)
      const sorted = names.toSorted((a, b) => (a < b ? 1 : -1))
      const files: MailboxFile[] = []
      // Should some be gone meanwhile, the page is filled from those that follow.
      while (files.length < limit && sorted.length > 0) {
        const wanted = sorted.splice(0, limit - files.length)
        const heads = await Promise.all(wanted.map((name) => readHead(folder, name)))
        files.push(...heads.filter((file) => file !== undefined))
      }
      return files
    },
    async read(id, mostBytes) {
      const name = (await namesIn(folder)).find((one) => writtenOf(one).id === id)
      if (name === undefined) return undefined
      const read = async (file: FileHandle) => {
        const { size } = await file.stat()
        return { ...writtenOf(name), bytes: size > mostBytes ? null : await file.readFile() }
      }
      return withFile(folder, name, read)
    },
  }
}

async function namesIn(folder: string): Promise<string[]> {
  const names = (await unlessGone(() => readdir(folder))) ?? []
  return names.filter((name) => form.test(name) && !Number.isNaN(writtenOf(name).writtenAt.getTime()))
}

function writtenOf(name: string) {
  const [, day = '', hours, minutes, seconds, milliseconds, id = ''] = form.exec(name) ?? []
  return { name, id, writtenAt: new Date(`${day}T${hours}:${minutes}:${seconds}.${milliseconds}Z`) }
}

async function readHead(folder: string, name: string): Promise<MailboxFile | undefined> {
  return withFile(folder, name, async (file) => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
    return { ...writtenOf(name), head: buffer.subarray(0, bytesRead) }
  })
}

async function withFile<T>(
  folder: string,
  name: string,
  work: (file: FileHandle) => Promise<T>,
): Promise<T | undefined> {
  return unlessGone(async () => {
    const file = await open(join(folder, name))
    try {
      return await work(file)
    } finally {
      await file.close()
    }
  })
}

/** Nothing was written yet, or somebody tidied up in between. */
async function unlessGone<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
