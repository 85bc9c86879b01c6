import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, symlink, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createMailboxTransport } from './create-mailbox-transport.ts'
import { openMailbox } from './open-mailbox.ts'

let parent: string
let folder: string
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'mailbox-'))
  folder = join(parent, 'mail')
  await mkdir(folder)
})
afterEach(() => rm(parent, { recursive: true }))

const most = 1000

/** A mail written at this second of an hour. */
async function put(second: number, content = 'Subject: Hello\r\n\r\nHello'): Promise<string> {
  const id = randomUUID()
  const name = `2026-11-05T09-00-${String(second).padStart(2, '0')}-123Z-${id}.eml`
  await writeFile(join(folder, name), content)
  return name
}

const idOf = (name: string) => name.slice(25, -4)

test('what the transport wrote is listed and read', async () => {
  const mail = {
    id: randomUUID(),
    from: 'no-reply@example.com',
    to: 'owner@example.com',
    replyTo: null,
    subject: 'Hello',
    html: '<p>Hello</p>',
    text: 'Hello',
    attachments: [],
  }
  await createMailboxTransport({ folder, log: pino({ level: 'silent' }) }).send(mail)
  const mailbox = openMailbox(folder)
  const [file] = await mailbox.list(undefined, 10)
  expect(file).toMatchObject({ id: mail.id, name: expect.stringContaining(mail.id) })
  expect(Math.abs(Date.now() - Number(file?.writtenAt))).toBeLessThan(60_000)
  expect(String(file?.head)).toContain('Subject: Hello\r\n')
  const message = await mailbox.read(mail.id, 100_000)
  expect(message).toMatchObject({ id: mail.id, name: file?.name, writtenAt: file?.writtenAt })
  expect(message?.bytes).toEqual(file?.head)
})

test('the files of the mails that are named go, and no others', async () => {
  const names = [await put(1), await put(2), await put(3)]
  await writeFile(join(folder, `notes-${idOf(names[0] ?? '')}.txt`), 'not a mail')
  const mailbox = openMailbox(folder)
  await mailbox.remove([idOf(names[0] ?? ''), idOf(names[2] ?? ''), randomUUID()])
  expect((await readdir(folder)).toSorted()).toEqual([names[1], `notes-${idOf(names[0] ?? '')}.txt`])
  await openMailbox(join(folder, 'not there')).remove([randomUUID()])
})

test('newest first, a page at a time, from where the last one ended', async () => {
  const names = [await put(1), await put(2), await put(3), await put(4), await put(5)].toReversed()
  const mailbox = openMailbox(folder)
  const first = (await mailbox.list(undefined, 2)).map(({ name }) => name)
  const rest = (await mailbox.list(first.at(-1), 10)).map(({ name }) => name)
  expect([first, rest]).toEqual([names.slice(0, 2), names.slice(2)])
})

test('of a long message the beginning is read for the list, and all of it only when it is not too large', async () => {
  const name = await put(1, 'Subject: Long\r\n\r\n'.padEnd(50_000, 'x'))
  const mailbox = openMailbox(folder)
  expect((await mailbox.list(undefined, 1))[0]?.head).toHaveLength(16 * 1024)
  expect(await mailbox.read(idOf(name), 49_999)).toMatchObject({ name, bytes: null })
  expect((await mailbox.read(idOf(name), 50_000))?.bytes).toHaveLength(50_000)
})

test('files with other names are not there, and no name leads out of the folder', async () => {
  await Promise.all(
    ['secret.eml', `.${randomUUID()}.part`, `2026-99-99T09-00-00-123Z-${randomUUID()}.eml`].map((name) =>
      writeFile(join(folder, name), 'x'),
    ),
  )
  await writeFile(join(parent, 'secret.eml'), 'x')
  const mailbox = openMailbox(folder)
  expect(await mailbox.list(undefined, 10)).toEqual([])
  const name = await put(1)
  expect(await mailbox.list('../../x', 10)).toEqual([])
  for (const id of ['', 'secret', '../secret', `../../${parent}/secret`, randomUUID(), idOf(name).slice(9)]) {
    expect(await mailbox.read(id, most)).toBeUndefined()
  }
})

test('a folder that nobody wrote to yet is an empty mailbox', async () => {
  const mailbox = openMailbox(join(parent, 'nothing'))
  expect(await mailbox.list(undefined, 10)).toEqual([])
  expect(await mailbox.read(randomUUID(), most)).toBeUndefined()
})

test('a message that is gone meanwhile leaves its place in the page to the next', async () => {
  const [older, newest] = [await put(1), await put(3)]
  const gone = join(folder, await put(2))
  await unlink(gone)
  // Listed, but deleted before it is opened.
  await symlink(join(parent, 'nowhere'), gone)
  const files = await openMailbox(folder).list(undefined, 2)
  expect(files.map(({ name }) => name)).toEqual([newest, older])
})

test('of many files only those are looked at that are asked for', async () => {
  const names: string[] = []
  for (let n = 0; n < 60; n++) names.unshift(await put(n))
  const mailbox = openMailbox(folder)
  const exec = vi.spyOn(RegExp.prototype, 'exec')
  const looksAt = async (ask: () => Promise<unknown>) => {
    exec.mockClear()
    await ask()
    return exec.mock.calls.filter(([text]) => text.endsWith('.eml')).length
  }
  try {
    expect(await looksAt(() => mailbox.list(undefined, 5))).toBe(5)
    expect(await looksAt(() => mailbox.list(names[40], 5))).toBe(5)
    expect(await looksAt(() => mailbox.read(idOf(names[30] ?? ''), most))).toBeLessThanOrEqual(2)
    expect(await looksAt(() => mailbox.read(randomUUID(), most))).toBe(0)
  } finally {
    exec.mockRestore()
  }
})
