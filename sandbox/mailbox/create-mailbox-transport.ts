import { chmod, mkdir, readdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import MailComposer from 'nodemailer/lib/mail-composer'
import type { Logger } from 'pino'
import { composeMail } from '../../src/platform/mail/compose-mail.ts'
import {
  type MailTransport,
  type OutgoingMail,
  MailTransportError,
} from '../../src/platform/mail/mail-transport.ts'

/** Replaces a mail server: writes each mail to an .eml file and logs its links. */
export function createMailboxTransport({ folder, log }: { folder: string; log: Logger }): MailTransport {
  return {
    name: 'mailbox',
    async send(mail) {
      try {
        const file = await writeMail(folder, mail)
        if (!file) return
        const { id: mailId, to, subject } = mail
        log.info({ mailId, to, subject, links: linksIn(mail.text), file }, 'email written')
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason'
        const message = `The email could not be written to ${folder} (${code}).`
        throw new MailTransportError(message, { permanent: false })
      }
    },
    close() {},
  }
}

/** Returns the file, or undefined when an earlier attempt already wrote it. */
async function writeMail(folder: string, mail: OutgoingMail): Promise<string | undefined> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await chmod(folder, 0o700)
  const ending = `-${mail.id}.eml`
  if ((await readdir(folder)).some((name) => name.endsWith(ending))) return undefined
  const message = await new MailComposer(composeMail(mail)).compile().build()
  const file = join(folder, new Date().toISOString().replaceAll(/[:.]/g, '-') + ending)
  // Renamed when complete, so that a reader never sees a partial mail.
  const unfinished = join(folder, `.${mail.id}.part`)
  await writeFile(unfinished, message, { mode: 0o600, flush: true })
  await rename(unfinished, file)
  return file
}

function linksIn(text: string): string[] {
  return text.match(/https?:\/\/[^\s<>"]*[^\s<>".,;:!?)]/g) ?? []
}
