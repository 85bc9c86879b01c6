import { domainToASCII } from 'node:url'
import { countUse } from '../../platform/limits/limit.ts'
import { type DnsRecords, DnsUnavailable } from '../../platform/net/dns-records.ts'
import type { QueryOf, ResponseOf } from '../../shared/endpoint.ts'
import type { AdminMailDeps } from './admin-mail-deps.ts'
import type * as contract from './contract.ts'
import type { DnsCheck } from './contract.ts'
import {
  type Finding,
  defaultSelectors,
  dkimText,
  dmarcNames,
  dmarcText,
  isPlaceholder,
  mxText,
  placeholderChecks,
  silence,
  spfText,
} from './dns-rules.ts'

interface DomainToCheck {
  domain: string
  smtpHost: string | null
  selector?: string | undefined
}

const limitOf = (userId: string) => ({
  key: `check-dns:${userId}`,
  max: 30,
  windowSeconds: 3600,
  refusal: 'You’ve run too many checks.',
})

/** Longer than the timeout of one name server, shorter than a user is willing to wait. */
const timeoutMs = 6000

export async function checkDns(
  { database, dns, platformMail }: AdminMailDeps,
  userId: string,
  { selector }: QueryOf<typeof contract.checkDns>,
): Promise<ResponseOf<typeof contract.checkDns>> {
  await countUse(database, [limitOf(userId)])
  const { domain, smtp } = platformMail
  const checks = isPlaceholder(domain)
    ? placeholderChecks(domain)
    : await inspectDomain(dns, { domain, smtpHost: smtp?.host ?? null, selector })
  return { domain, checks }
}

/** Checks the four kinds of records independently: a timeout of one does not affect the others. */
export async function inspectDomain(
  dns: DnsRecords,
  { domain, smtpHost, selector }: DomainToCheck,
  waitMs = timeoutMs,
): Promise<DnsCheck[]> {
  const name = domainToASCII(domain) || domain
  const checks: Record<DnsCheck['record'], () => Promise<Finding>> = {
    MX: async () => mxText(domain, await dns.mx(name)),
    SPF: async () => spfText({ domain, smtpHost }, await dns.txt(name)),
    DKIM: () => findKeys(dns, { domain, name, selector }),
    DMARC: async () => {
      const responses = dmarcNames(name).map(async (one) => ({
        name: one,
        texts: await dns.txt(`_dmarc.${one}`),
      }))
      return dmarcText(name, await Promise.all(responses))
    },
  }
  const records = Object.entries(checks) as [DnsCheck['record'], () => Promise<Finding>][]
  return Promise.all(
    records.map(async ([record, check]) => ({ record, ...(await withTimeout(check, waitMs)) })),
  )
}

/** Looks for DKIM keys. One is enough even if other names are silent; "no key" needs all responses. */
async function findKeys(
  dns: DnsRecords,
  { domain, name, selector }: { domain: string; name: string; selector: string | undefined },
): Promise<Finding> {
  const selectors = selector === undefined ? defaultSelectors : [selector]
  const answers = await Promise.allSettled(
    selectors.map(async (one) => ({ selector: one, texts: await dns.txt(`${one}._domainkey.${name}`) })),
  )
  const responses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
  const finding = dkimText(domain, responses, { isGuess: selector === undefined })
  const failed = answers.find((answer) => answer.status === 'rejected')
  if (failed && finding.verdict !== 'good') throw failed.reason
  return finding
}

async function withTimeout(check: () => Promise<Finding>, waitMs: number): Promise<Finding> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Finding>((resolve) => {
    timer = setTimeout(() => resolve(silence), waitMs)
  })
  try {
    return await Promise.race([check(), late])
  } catch (error) {
    if (error instanceof DnsUnavailable) return silence
    throw error
  } finally {
    clearTimeout(timer)
  }
}
