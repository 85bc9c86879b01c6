import { type FileHandle, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Mailbox, MailboxFile } from '../../src/platform/mail/mailbox.ts'

/** More than any header that we write. */
const headBytes = 16 * 1024
const form =
  /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z-([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.eml$/

type Written = Omit<MailboxFile, 'head'>

/** Reads what the mailbox transport writes into this folder. Only files that are listed there are opened. */
export function openMailbox(folder: string): Mailbox {
  return {
    async list(after, limit) {
      const names = (await namesIn(folder)).filter((name) => after === undefined || name < after).toSorted()
      const files: MailboxFile[] = []
      // Should some be gone meanwhile, the page is filled from those that follow.
      while (files.length < limit && names.length > 0) {
        const wanted = takeNewest(names, limit - files.length)
        const heads = await Promise.all(wanted.map((written) => readHead(folder, written)))
        files.push(...heads.filter((file) => file !== undefined))
      }
      return files
    },
    async read(id, maxBytes) {
      const ending = `-${id}.eml`
      const name = (await namesIn(folder)).find((one) => one.endsWith(ending) && writtenOf(one)?.id === id)
      const written = name === undefined ? undefined : writtenOf(name)
      if (!written) return undefined
      return withFile(folder, written.name, async (file) => {
        const { size } = await file.stat()
        return { ...written, bytes: size > maxBytes ? null : await file.readFile() }
      })
    },
    async remove(ids) {
      const wanted = new Set(ids)
      if (wanted.size === 0) return
      for (const name of await namesIn(folder)) {
        const written = writtenOf(name)
        if (written && wanted.has(written.id)) await rm(join(folder, name), { force: true })
      }
    },
  }
}

/** Whatever lies there: there may be many, so a name is looked at only when it is wanted. */
async function namesIn(folder: string): Promise<string[]> {
  return (await unlessGone(() => readdir(folder))) ?? []
}

/** Off the end of the sorted names; those of other files are dropped on the way. */
function takeNewest(names: string[], count: number): Written[] {
  const taken: Written[] = []
  while (taken.length < count) {
    const name = names.pop()
    if (name === undefined) break
    const written = writtenOf(name)
    if (written) taken.push(written)
  }
  return taken
}

/** Undefined when the name is none that the transport gives. */
function writtenOf(name: string): Written | undefined {
  const match = form.exec(name)
  if (!match) return undefined
  const [, day, hours, minutes, seconds, milliseconds, id = ''] = match
  const writtenAt = new Date(`${day}T${hours}:${minutes}:${seconds}.${milliseconds}Z`)
  return Number.isNaN(writtenAt.getTime()) ? undefined : { name, id, writtenAt }
}

async function readHead(folder: string, written: Written): Promise<MailboxFile | undefined> {
  return withFile(folder, written.name, async (file) => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
    return { ...written, head: buffer.subarray(0, bytesRead) }
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
