import { daysBetween, formatDate } from '../../shared/dates.ts'
import { productName } from '../../shared/product.ts'
import type { System } from './contract.ts'
import { agoText, formatBytes, gigabyte, lengthText, megabyte, plural } from './rules.ts'

/** The state of the installation at one moment. */
export interface HealthFacts {
  now: Date
  /** How long a trivial query took. */
  databaseMs: number
  jobs: System['jobs']
  mail: {
    /** The server that sends mail; null if mails go to the built-in mailbox. */
    smtpHost: string | null
    failedInADay: number
    /** Mails that have been queued for too long. */
    late: number
    /** Mails that failed at least once and will be retried. */
    retrying: number
  }
  /** The volume of the data folder; null if unknown. */
  disk: { freeBytes: number; totalBytes: number } | null
  backup: {
    lastAt: string | null
    isEmbeddedDatabase: boolean
  }
  /** Whether cards are charged real money. */
  hasLiveCards: boolean
  hasBanks: boolean
  /** The reference rates of currencies. */
  rates: {
    newestDay: string | null
    source: string | null
    /** Why they could not be fetched the last time. */
    error: string | null
  }
}

type Line = System['health'][number]
type Finding = Omit<Line, 'part'>

const slowMs = 250
const longWaitMs = 5 * 60_000
const veryLongWaitMs = 60 * 60_000
/** After how many minutes a queued mail counts as late. */
export const lateMailMinutes = 15
const oldBackupMs = 7 * 24 * 3600_000
/** From this age on, a reference rate is not used for what happens today. See migrations/always/rate-on.sql. */
const oldRateDays = 7

const severity = { bad: 0, attention: 1, good: 2 }

/** Describes the health of the installation, one line per part, worst first. */
export function describeHealth(facts: HealthFacts): Line[] {
  const lines: Line[] = [
    { part: 'database', ...database(facts) },
    { part: 'jobs', ...jobs(facts) },
    { part: 'mail', ...mail(facts) },
    { part: 'disk', ...disk(facts) },
    { part: 'backup', ...backup(facts) },
    { part: 'cards', ...cards(facts) },
    { part: 'banks', ...banks(facts) },
    { part: 'rates', ...rates(facts) },
  ]
  return lines.toSorted((one, other) => severity[one.verdict] - severity[other.verdict])
}

function database({ databaseMs }: HealthFacts): Finding {
  const time = `${Math.max(1, Math.round(databaseMs))} ms`
  if (databaseMs <= slowMs) return good(`The database answers in ${time}.`)
  return attention(`The database is slow. It answers in ${time}. Is its machine or the network busy?`)
}

function jobs({ jobs: { waitingSince, failed }, now }: HealthFacts): Finding {
  const waited = waitingSince === null ? 0 : now.getTime() - Date.parse(waitingSince)
  const sentences = [
    waited > longWaitMs &&
      `Jobs have been waiting for ${lengthText(waited)}. Is a process with ROLE=all or ROLE=worker running?`,
    failed > 0 && `${plural(failed, 'job')} failed this week. See below.`,
  ].filter((sentence) => sentence !== false)
  if (sentences.length === 0) return good('Background jobs are up to date.')
  const text = sentences.join(' ')
  return waited > veryLongWaitMs ? bad(text) : attention(text)
}

function mail({ mail: { smtpHost, failedInADay, late, retrying } }: HealthFacts): Finding {
  const sentences = [
    smtpHost === null && 'Email is saved in the built-in mailbox, so no one receives it. Set SMTP_URL.',
    failedInADay > 0 &&
      `${plural(failedInADay, 'email')} from the last 24 hours couldn’t be delivered. The outbox says why.`,
    retrying > 0 &&
      `${plural(retrying, 'email')} couldn’t be delivered yet and will be retried. The outbox says why.`,
    late > 0 &&
      `${plural(late, 'email')} ${late === 1 ? 'has' : 'have'} been queued for more than ${lateMailMinutes} minutes.`,
  ].filter((sentence) => sentence !== false)
  if (sentences.length > 0) return attention(sentences.join(' '))
  return good(`Email is sent through ${smtpHost}. None failed in the last 24 hours.`)
}

function disk({ disk: volume }: HealthFacts): Finding {
  if (!volume) return attention('The free disk space is unknown.')
  const { freeBytes, totalBytes } = volume
  const text = `${formatBytes(freeBytes)} of ${formatBytes(totalBytes)} is free on the data folder’s disk.`
  if (freeBytes < 500 * megabyte) return bad(`${text} Free up space. A full disk stops ${productName}.`)
  if (freeBytes < 2 * gigabyte || freeBytes < totalBytes / 10) return attention(`${text} Free up space soon.`)
  return good(text)
}

function backup({ backup: facts, now }: HealthFacts): Finding {
  const { lastAt } = facts
  if (lastAt === null) return attention(`No backup is on record. ${howToBackUp(facts)}`)
  const made = `The last backup was made ${agoText(lastAt, now)}.`
  const isOld = now.getTime() - Date.parse(lastAt) > oldBackupMs
  return isOld ? attention(`${made} ${howToBackUp(facts)}`) : good(made)
}

/** A copy is of little use without the secret, which no backup contains if it is in the settings. */
function howToBackUp({ isEmbeddedDatabase }: HealthFacts['backup']): string {
  const how =
    'Run npm run backup on the server, even while it’s running, and keep the file on another machine.'
  return isEmbeddedDatabase ? how : `${how} If APP_SECRET is set, keep it too, somewhere else.`
}

function cards({ hasLiveCards }: HealthFacts): Finding {
  if (hasLiveCards) return good('Cards are charged through Stripe.')
  return attention('Cards run in test mode, so no real money moves. Set STRIPE_SECRET_KEY to a live key.')
}

function banks({ hasBanks }: HealthFacts): Finding {
  if (hasBanks) return good('Banks are connected through Plaid.')
  return good('Only the demo bank can be connected. Set PLAID_CLIENT_ID and PLAID_SECRET for real ones.')
}

function rates({ rates: { newestDay, source, error }, now }: HealthFacts): Finding {
  const howToLoad = 'Set RATES_URL, or run npm run rates on the server.'
  const newest =
    newestDay === null
      ? 'There are no exchange rates.'
      : `The newest exchange rates are of ${formatDate(newestDay)} (${source}).`
  if (error !== null) return attention(`New exchange rates couldn’t be fetched. ${error} ${newest}`)
  if (newestDay === null) return good(`${newest} Businesses enter their own. ${howToLoad}`)
  const isOld = daysBetween(newestDay, now.toISOString().slice(0, 10)) > oldRateDays
  return isOld ? attention(`${newest} ${howToLoad}`) : good(newest)
}

function good(text: string): Finding {
  return { verdict: 'good', words: text }
}

function attention(text: string): Finding {
  return { verdict: 'attention', words: text }
}

function bad(text: string): Finding {
  return { verdict: 'bad', words: text }
}
