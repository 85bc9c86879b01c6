import { domainToASCII } from 'node:url'
import { takeFromLimits } from '../../platform/limits/limit.ts'
import { type DnsRecords, DnsSilence } from '../../platform/net/dns-records.ts'
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

interface Asked {
  domain: string
  smtpHost: string | null
  selector?: string | undefined
}

const limitOf = (userId: string) => ({
  key: `check-dns:${userId}`,
  max: 30,
  windowSeconds: 3600,
  refusal: 'You have checked many times.',
})

/** Longer than one name server is waited for, shorter than a person waits. */
const patienceMs = 6000

export async function checkDns(
  { database, dns, platformMail }: AdminMailDeps,
  userId: string,
  { selector }: QueryOf<typeof contract.checkDns>,
): Promise<ResponseOf<typeof contract.checkDns>> {
  await takeFromLimits(database, [limitOf(userId)])
  const { domain, smtp } = platformMail
  const checks = isPlaceholder(domain)
    ? placeholderChecks(domain)
    : await inspectDomain(dns, { domain, smtpHost: smtp?.host ?? null, selector })
  return { domain, checks }
}

/** The four of them at once, each for itself: silence about one leaves the others. */
export async function inspectDomain(
  dns: DnsRecords,
  { domain, smtpHost, selector }: Asked,
  waitMs = patienceMs,
): Promise<DnsCheck[]> {
  const name = domainToASCII(domain) || domain
  const looks: Record<DnsCheck['record'], () => Promise<Finding>> = {
    MX: async () => mxText(domain, await dns.mx(name)),
    SPF: async () => spfText({ domain, smtpHost }, await dns.txt(name)),
    DKIM: () => lookForKeys(dns, { domain, name, selector }),
    DMARC: async () => {
      const asked = dmarcNames(name).map(async (one) => ({
        name: one,
        texts: await dns.txt(`_dmarc.${one}`),
      }))
      return dmarcText(name, await Promise.all(asked))
    },
  }
  const records = Object.entries(looks) as [DnsCheck['record'], () => Promise<Finding>][]
  return Promise.all(
    records.map(async ([record, look]) => ({ record, ...(await unlessSilent(look, waitMs)) })),
  )
}

/** What answers is enough when a key is among it; that there is none is known once all have answered. */
async function lookForKeys(
  dns: DnsRecords,
  { domain, name, selector }: { domain: string; name: string; selector: string | undefined },
): Promise<Finding> {
  const selectors = selector === undefined ? defaultSelectors : [selector]
  const answers = await Promise.allSettled(
    selectors.map(async (one) => ({ selector: one, texts: await dns.txt(`${one}._domainkey.${name}`) })),
  )
  const asked = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
  const finding = dkimText(domain, asked, { isGuess: selector === undefined })
  const failed = answers.find((answer) => answer.status === 'rejected')
  if (failed && finding.verdict !== 'good') throw failed.reason
  return finding
}

async function unlessSilent(look: () => Promise<Finding>, waitMs: number): Promise<Finding> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Finding>((resolve) => {
    timer = setTimeout(() => resolve(silence), waitMs)
  })
  try {
    return await Promise.race([look(), late])
  } catch (error) {
    if (error instanceof DnsSilence) return silence
    throw error
  } finally {
    clearTimeout(timer)
  }
}
