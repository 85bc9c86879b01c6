import { dateIn, formatDate } from '../../../shared/dates.ts'

interface Refusal {
  provider: string
  /** How clients cannot pay meanwhile: "by card". */
  means: string
  at: string
  timeZone: string
  /** Of all accounts: whether they are used. */
  isEnabled: boolean
}

/** What is the matter with keys that were refused to a client, and what to do about it. */
export function refusalWords({ provider, means, at, timeZone, isEnabled }: Refusal): string {
  const day = formatDate(dateIn(timeZone, new Date(at)))
  return [
    `These keys did not work at ${provider} on ${day}, when a client wanted to pay.`,
    ...(isEnabled ? [`Clients cannot pay ${means} until they work.`] : []),
    'Enter them anew, press Test connection, then Save.',
  ].join(' ')
}

/** What is the matter with a mail account that did not take what was sent from it. */
export function mailRefusalWords({ count, reason }: { count: number; reason: string }): string {
  const [emails, goOut] =
    count === 1 ? ['1 email', 'it goes out by itself'] : [`${count} emails`, 'they go out by themselves']
  return `${emails} could not be sent: ${reason} Check the settings, press Test connection, then Save: ${goOut}.`
}
