import { createTransport } from 'nodemailer'
import { connectToHost } from '../net/connect-to-host.ts'
import { composeMail } from './compose-mail.ts'
import type { MailTransport } from './mail-transport.ts'
import { accountFault, lateReason, smtpError } from './smtp-error.ts'
import { type SmtpLimits, defaultLimits, smtpTimeouts } from './smtp-transport.ts'

/** An account with a mail server that its owner named. */
export interface MailAccount {
  host: string
  port: number
  username: string
  password: string
}

export interface MailAccountOptions {
  /** Whether the server may lie in a private network. */
  allowPrivateAddresses: boolean
  /** Whose certificates are trusted, instead of those that Node trusts. */
  ca?: string | undefined
  limits?: SmtpLimits | undefined
  reach?: typeof connectToHost | undefined
}

/** The port at which a server speaks TLS from the first byte. */
const tlsPort = 465

/** Sends through one account, with a new connection for each mail. */
export function createAccountTransport(account: MailAccount, options: MailAccountOptions): MailTransport {
  return {
    name: 'own account',
    async send(mail) {
      const message = composeMail(mail)
      await withConnection(account, options, (mailer) => mailer.sendMail(message))
    },
    close() {},
  }
}

type Mailer = ReturnType<typeof mailerOn>

/** Connects within the limits; what goes wrong is told in words. */
export async function withConnection(
  account: MailAccount,
  options: MailAccountOptions,
  work: (mailer: Mailer) => Promise<unknown>,
): Promise<void> {
  const { limits = defaultLimits, reach = connectToHost } = options
  const { host, port } = account
  const late = new AbortController()
  const end = () => late.abort(accountFault(lateReason))
  const deadline = setTimeout(end, limits.mail)
  const connectDeadline = setTimeout(end, limits.connection)
  try {
    const allowPrivate = options.allowPrivateAddresses
    const socket = await reach({ host, port, allowPrivate, signal: late.signal })
    clearTimeout(connectDeadline)
    // Whatever is under way on it then fails.
    late.signal.addEventListener('abort', () => socket.destroy())
    await work(mailerOn(socket, account, options))
  } catch (error) {
    // The original stays behind: its details are not meant for the log.
    throw late.signal.aborted ? accountFault(lateReason) : smtpError(error, account)
  } finally {
    clearTimeout(deadline)
    clearTimeout(connectDeadline)
  }
}

function mailerOn(
  connection: Awaited<ReturnType<typeof connectToHost>>,
  { host, port, username, password }: MailAccount,
  { ca, limits = defaultLimits }: MailAccountOptions,
) {
  return createTransport({
    connection,
    // Only the name for the certificate: the connection stands.
    host: host.replace(/\.$/, ''),
    port,
    secure: port === tlsPort,
    requireTLS: port !== tlsPort,
    tls: { rejectUnauthorized: true, ...(ca && { ca }) },
    auth: { user: username, pass: password },
    // A server that offers no sign-in would else take mail from anybody, and the test would say that it signed in.
    forceAuth: true,
    ...smtpTimeouts(limits),
  })
}
