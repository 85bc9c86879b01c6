import { createTransport } from 'nodemailer'
import { composeMail } from './compose-mail.ts'
import type { MailTransport } from './mail-transport.ts'
import { accountFault, lateReason, smtpError } from './smtp-error.ts'

/** Milliseconds. */
export interface SmtpLimits {
  connection: number
  greeting: number
  /** Without a byte from the server. */
  silence: number
  /** For one mail as a whole; below the time after which its job is taken for dead. */
  mail: number
}

export const defaultLimits: SmtpLimits = {
  connection: 15_000,
  greeting: 15_000,
  silence: 20_000,
  mail: 60_000,
}
const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

/** The limits as nodemailer takes them, besides the one for a mail as a whole. */
export function smtpTimeouts(limits: SmtpLimits) {
  return {
    connectionTimeout: limits.connection,
    dnsTimeout: limits.connection,
    greetingTimeout: limits.greeting,
    socketTimeout: limits.silence,
  }
}

export function createSmtpTransport(smtpUrl: string, limits: SmtpLimits = defaultLimits): MailTransport {
  const url = new URL(smtpUrl)
  // nodemailer takes settings from the address over those below; these would print mails and the sign-in.
  for (const name of ['logger', 'debug', 'transactionLog']) url.searchParams.delete(name)

  const openPool = () =>
    createTransport({
      pool: true,
      url: url.href,
      maxConnections: 2,
      // The job tries again; the pool only replaces a connection that the server had closed meanwhile.
      maxRequeues: 1,
      // Keeps the password off a connection whose encryption someone has suppressed. ?requireTLS=false lifts it.
      requireTLS: url.password !== '' && !loopback.has(url.hostname),
      ...smtpTimeouts(limits),
    })
  let pool = openPool()

  return {
    name: 'smtp',
    async send(mail) {
      const used = pool
      let isLate = false
      // A server that trickles its answers never falls silent. Ending it ends the pool's other deliveries too; their
      // jobs try again.
      const deadline = setTimeout(() => {
        isLate = true
        if (pool === used) pool = openPool()
        used.close({ force: true })
      }, limits.mail)
      try {
        await used.sendMail(composeMail(mail))
      } catch (error) {
        // The original stays behind: its details are not meant for the log.
        throw isLate ? accountFault(lateReason) : smtpError(error)
      } finally {
        clearTimeout(deadline)
      }
    },
    close() {
      pool.close()
    },
  }
}
