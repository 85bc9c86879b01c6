import { expect, test } from 'vitest'
import { type DnsRecords, DnsUnavailable } from '../../platform/net/dns-records.ts'
import { inspectDomain } from './check-dns.ts'

const domain = 'mail.office.internal'
const texts: Record<string, string[]> = {
  [domain]: ['v=spf1 include:host.example -all'],
  [`k2._domainkey.${domain}`]: ['v=DKIM1; p=MIGf'],
  [`our-own.2026._domainkey.${domain}`]: ['v=DKIM1; p=MIGf'],
  '_dmarc.office.internal': ['v=DMARC1; p=reject'],
}
const silent = async (): Promise<never> => Promise.reject(new DnsUnavailable('nobody answers here'))
const answering: DnsRecords = {
  mx: async (name) => (name === domain ? [{ exchange: 'mx.host.example', priority: 10 }] : []),
  txt: async (name) => texts[name] ?? [],
}

async function verdicts(dns: DnsRecords, selector?: string, waitMs?: number): Promise<string> {
  const checks = await inspectDomain(dns, { domain, smtpHost: null, selector }, waitMs)
  return checks.map(({ record, verdict }) => `${record} ${verdict}`).join(', ')
}

test('all four are found, the key under a usual name, the policy with the domain above', async () => {
  expect(await verdicts(answering)).toBe('MX good, SPF good, DKIM good, DMARC good')
  expect(await verdicts(answering, 'our-own.2026')).toContain('DKIM good')
  expect(await verdicts(answering, 'another')).toContain('DKIM missing')
})

test('silence is called silence, and never a missing record', async () => {
  const checks = await inspectDomain({ mx: silent, txt: silent }, { domain, smtpHost: null })
  for (const check of checks) {
    expect(check).toMatchObject({ verdict: 'unknown', found: [] })
    expect(check.words).toMatch(/^The name servers didn’t answer\./)
  }
})

test('silence about one leaves the others', async () => {
  expect(await verdicts({ ...answering, mx: silent })).toBe('MX unknown, SPF good, DKIM good, DMARC good')
  const txt = async (name: string) => (name.startsWith('s1.') ? silent() : answering.txt(name))
  expect(await verdicts({ ...answering, txt })).toContain('DKIM good')
  const without = async (name: string) => (name.startsWith('k2.') ? silent() : answering.txt(name))
  expect(await verdicts({ ...answering, txt: without })).toContain('DKIM unknown')
})

test('who never answers is not waited for', async () => {
  const never = () => new Promise<never>(() => undefined)
  expect(await verdicts({ ...answering, txt: never }, undefined, 20)).toBe(
    'MX good, SPF unknown, DKIM unknown, DMARC unknown',
  )
})
