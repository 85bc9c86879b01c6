import type { NodemailerError } from 'nodemailer'
import { MailTransportError } from './mail-transport.ts'

const longestReply = 300

// A server may quote what it refuses, a secret link included.
function replyOf(error: NodemailerError): string {
  const reply = (error.response ?? '').replaceAll(/https?:\S+/gi, '[link]')
  return reply.replaceAll(/\s+/g, ' ').trim().slice(0, longestReply)
}

// Everything nodemailer adds to an error is optional.
function isNodemailerError(error: unknown): error is NodemailerError {
  return error instanceof Error
}

function later(message: string): MailTransportError {
  return new MailTransportError(message, { permanent: false })
}

/**
 * Says what went wrong in our own words. Only replies about the recipient and the message are quoted: what a server
 * says while signing in may repeat the credentials.
 */
export function smtpError(error: unknown): MailTransportError {
  if (!isNodemailerError(error)) return later('The mail could not be sent.')
  switch (error.code) {
    case 'EENVELOPE':
    case 'EMESSAGE': {
      if (error.responseCode === undefined) {
        return new MailTransportError(`The mail cannot be sent: ${error.message}.`, { permanent: true })
      }
      // A refused sender is for the operator to set right, so it is worth another try.
      if (error.command === 'MAIL FROM') return later(`The mail server refused the sender: ${replyOf(error)}`)
      return error.permanent
        ? new MailTransportError(`The mail server refused the mail: ${replyOf(error)}`, { permanent: true })
        : later(`The mail server put the mail off: ${replyOf(error)}`)
    }
    case 'EAUTH':
    case 'ENOAUTH':
    case 'EOAUTH2':
      return later('The mail server did not accept the user name and password.')
    case 'ETIMEDOUT':
      return later('The mail server did not answer in time.')
    case 'ETLS':
      return later('The mail server offered no safe connection.')
    default:
      return later(
        `The mail server could not be reached (${error.originalCode ?? error.code ?? 'unknown reason'}).`,
      )
  }
}
