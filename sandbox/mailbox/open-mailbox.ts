import { type FileHandle, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Mailbox, MailboxFile } from '../../src/platform/mail/mailbox.ts'

/** Larger than any header that the transport writes. */
const headBytes = 16 * 1024
const namePattern =
  /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z-([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.eml$/

type MailFile = Omit<MailboxFile, 'head'>

/** Reads the mails of the mailbox transport in this folder. Only files that match its names are opened. */
export function openMailbox(folder: string): Mailbox {
  return {
    async list(after, limit) {
      const names = (await namesIn(folder)).filter((name) => after === undefined || name < after).toSorted()
      const files: MailboxFile[] = []
      // If files were deleted in the meantime, older ones fill the page.
      while (files.length < limit && names.length > 0) {
        const newest = takeNewest(names, limit - files.length)
        const heads = await Promise.all(newest.map((mailFile) => readHead(folder, mailFile)))
        files.push(...heads.filter((file) => file !== undefined))
      }
      return files
    },
    async read(id, maxBytes) {
      const ending = `-${id}.eml`
      const names = (await namesIn(folder)).filter((name) => name.endsWith(ending))
      const mailFile = names.map(parseName).find((candidate) => candidate?.id === id)
      if (!mailFile) return undefined
      return withFile(folder, mailFile.name, async (file) => {
        const { size } = await file.stat()
        return { ...mailFile, bytes: size > maxBytes ? null : await file.readFile() }
      })
    },
    async remove(ids) {
      const idSet = new Set(ids)
      if (idSet.size === 0) return
      for (const name of await namesIn(folder)) {
        const mailFile = parseName(name)
        if (mailFile && idSet.has(mailFile.id)) await rm(join(folder, name), { force: true })
      }
    },
  }
}

/** All file names. There may be many, so a name is parsed only when it is needed. */
async function namesIn(folder: string): Promise<string[]> {
  return (await unlessMissing(() => readdir(folder))) ?? []
}

/** Removes the newest mails from the end of the sorted names, and drops the names of other files. */
function takeNewest(names: string[], count: number): MailFile[] {
  const taken: MailFile[] = []
  while (taken.length < count) {
    const name = names.pop()
    if (name === undefined) break
    const mailFile = parseName(name)
    if (mailFile) taken.push(mailFile)
  }
  return taken
}

/** Parses a file name; undefined when it does not match the transport's format. */
function parseName(name: string): MailFile | undefined {
  const match = namePattern.exec(name)
  if (!match) return undefined
  const [, day, hours, minutes, seconds, milliseconds, id = ''] = match
  const writtenAt = new Date(`${day}T${hours}:${minutes}:${seconds}.${milliseconds}Z`)
  return Number.isNaN(writtenAt.getTime()) ? undefined : { name, id, writtenAt }
}

async function readHead(folder: string, mailFile: MailFile): Promise<MailboxFile | undefined> {
  return withFile(folder, mailFile.name, async (file) => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
    return { ...mailFile, head: buffer.subarray(0, bytesRead) }
  })
}

async function withFile<T>(
  folder: string,
  name: string,
  work: (file: FileHandle) => Promise<T>,
): Promise<T | undefined> {
  return unlessMissing(async () => {
    const file = await open(join(folder, name))
    try {
      return await work(file)
    } finally {
      await file.close()
    }
  })
}

/** Undefined when the folder does not exist yet, or the file was deleted in the meantime. */
async function unlessMissing<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
