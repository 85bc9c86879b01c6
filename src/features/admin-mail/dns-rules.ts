import type { DnsCheck } from './contract.ts'

/** The result of checking one kind of record. */
export type Finding = Pick<DnsCheck, 'verdict' | 'words' | 'found'>

interface SenderDomain {
  domain: string
  /** The host that sends the platform's mail; null if no mail server is configured. */
  smtpHost: string | null
}

/** The names under which providers commonly publish their DKIM keys. */
export const defaultSelectors: readonly string[] = (
  'default google selector1 selector2 s1 s2 k1 k2 k3 mail dkim email resend postmark pm mandrill mte1 mte2 zoho ' +
  'fm1 fm2 fm3 mx mxvault sendgrid smtp smtpapi amazonses brevo1 brevo2 mlsend protonmail sig1 key1'
).split(' ')

/** Reserved names, for which no records can be published. */
const reserved = /(^|\.)(example|test|invalid|localhost|local|example\.(com|net|org))\.?$/i

export function isPlaceholder(domain: string): boolean {
  return reserved.test(domain) || !domain.includes('.')
}

const kinds = ['MX', 'SPF', 'DKIM', 'DMARC'] as const

export function placeholderChecks(domain: string): DnsCheck[] {
  return kinds.map((record, n) => ({
    record,
    verdict: 'missing',
    words:
      n === 0
        ? `${domain} is a placeholder domain, so email to support@${domain} can’t be delivered. Set MAIL_FROM to an address on your own domain, then restart.`
        : `You can’t publish records for a placeholder such as ${domain}.`,
    found: [],
  }))
}

export const silence: Finding = {
  verdict: 'unknown',
  words:
    'The name servers didn’t answer. Try again in a moment. If it keeps happening, this machine may not be able to reach them.',
  found: [],
}

/** Shortens records for display: anyone can publish records of any length and number. */
function shown(records: readonly string[]): string[] {
  return records.slice(0, 10).map((record) => (record.length > 600 ? `${record.slice(0, 600)}…` : record))
}

function joinNames(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

export function mxText(domain: string, records: readonly { exchange: string; priority: number }[]): Finding {
  const sorted = records.toSorted((a, b) => a.priority - b.priority)
  const found = shown(sorted.map(({ exchange, priority }) => `${priority} ${exchange || '.'}`))
  const hosts = sorted.map(({ exchange }) => exchange.replace(/\.$/, '')).filter(Boolean)
  const problem = `Email to support@${domain} won’t be delivered because`
  const remedy = 'the MX records that your email provider gives you.'
  if (records.length === 0) {
    const words = `${problem} no server is set up to receive email for ${domain}. Publish ${remedy}`
    return { verdict: 'missing', words, found }
  }
  if (hosts.length === 0) {
    const words = `${problem} the record says that ${domain} doesn’t accept email. Replace it with ${remedy}`
    return { verdict: 'attention', words, found }
  }
  const words = `Email to support@${domain} and the other addresses goes to ${joinNames(shown(hosts))}. Each address still needs to be set up there.`
  return { verdict: 'good', words, found }
}

export function spfText({ domain, smtpHost }: SenderDomain, texts: readonly string[]): Finding {
  const records = texts.filter((text) => /^v=spf1(\s|$)/i.test(text.trim()))
  const found = shown(records)
  const [record, ...others] = records
  const yours = smtpHost === null ? 'your email provider' : `the provider behind ${smtpHost}`
  if (record === undefined) {
    const words = `No record says which servers may send email for ${domain}, so your email may be marked as spam. Publish the TXT record starting with v=spf1 that ${yours} gives you.`
    return { verdict: 'missing', words, found }
  }
  if (others.length > 0) {
    const words = `There are ${records.length} SPF records, so receivers ignore all of them. Combine them into one.`
    return { verdict: 'attention', words, found }
  }
  const fault = faultOfSpf(record)
  if (fault !== null) return { verdict: 'attention', words: fault, found }
  const included =
    smtpHost === null
      ? 'No email is sent from here yet. Once SMTP_URL is set, include its provider in the record.'
      : `Make sure it includes what ${yours} asks for.`
  const words = `The record says which servers may send email for ${domain}, and that others may not. ${included}`
  return { verdict: 'good', words, found }
}

function faultOfSpf(record: string): string | null {
  const terms = record.trim().toLowerCase().split(/\s+/).slice(1)
  const end = terms.find((term) => /^[+?~-]?all$/.test(term))
  const better = 'End it with ~all or -all.'
  if (end === 'all' || end === '+all') {
    return `The record ends with ${end}, so anyone can send in your name. ${better}`
  }
  if (end === '?all') {
    return `The record ends with ?all, which doesn’t say whether others may send in your name. ${better}`
  }
  if (end === undefined && !terms.some((term) => term.startsWith('redirect='))) {
    return `The record does not say whether others may send in your name. ${better}`
  }
  if (terms[0] === end && terms.length === 1) {
    return 'The record says that no server may send email. Add what your email provider asks for.'
  }
  return null
}

/** Parses the tags of a record such as `v=DKIM1; k=rsa; p=…`. */
function tagsOf(record: string): Map<string, string> {
  const parts = record.split(';').map((part) => /^\s*([\w-]+)\s*=(.*)$/s.exec(part))
  return new Map(
    parts.flatMap((match) => (match ? [[String(match[1]).toLowerCase(), String(match[2]).trim()]] : [])),
  )
}

export interface SelectorTexts {
  selector: string
  texts: readonly string[]
}

/** `isGuess`: no selector was given, and these are the common ones. */
export function dkimText(
  domain: string,
  responses: readonly SelectorTexts[],
  { isGuess }: { isGuess: boolean },
): Finding {
  const keys = responses.flatMap(({ selector, texts }) =>
    texts.flatMap((text) => {
      const tags = tagsOf(text)
      const isKey = /^dkim1$/i.test(tags.get('v') ?? '') || (tags.has('p') && !tags.has('v'))
      return isKey ? [{ selector, text, isRevoked: (tags.get('p') ?? '') === '' }] : []
    }),
  )
  const found = shown(keys.map(({ selector, text }) => `${selector}._domainkey.${domain}: ${text}`))
  const names = (isRevoked: boolean) =>
    joinNames([...new Set(keys.filter((key) => key.isRevoked === isRevoked).map(({ selector }) => selector))])
  if (names(false)) {
    const words = `A key is published under ${names(false)}, so receivers can check that email signed with it really comes from ${domain}.`
    return { verdict: 'good', words, found }
  }
  if (names(true)) {
    const words = `The key under ${names(true)} is empty, which means it was revoked. Email signed with it isn’t trusted. Publish the one that your email provider gives you.`
    return { verdict: 'attention', words, found }
  }
  const words = isGuess
    ? 'No key was found under the usual names. If your email provider gave you a selector, enter it and check again. If not, turn on DKIM there and publish the record it gives you.'
    : `No key is published under ${responses.map(({ selector }) => `${selector}._domainkey.${domain}`).join(', ')}. Check that the selector is the one your email provider gave you, and publish its record there.`
  return { verdict: 'missing', words, found }
}

/** The names that can hold a policy for the domain: itself and its parents. */
export function dmarcNames(domain: string): string[] {
  const labels = domain.split('.')
  return labels.slice(0, -1).map((_, n) => labels.slice(n).join('.'))
}

export interface DmarcTexts {
  /** The domain that the policy belongs to. */
  name: string
  texts: readonly string[]
}

/** `responses` start with the domain itself and go up to its parents. */
export function dmarcText(domain: string, responses: readonly DmarcTexts[]): Finding {
  const policies = responses.map(({ name, texts }) => ({
    name,
    records: texts.filter((text) => /^v\s*=\s*dmarc1\s*(;|$)/i.test(text.trim())),
  }))
  const { name, records } = policies.find((policy) => policy.records.length > 0) ?? {
    name: domain,
    records: [],
  }
  const [record, ...others] = records
  const found = shown(records)
  if (record === undefined) {
    const words = `No record says what receivers should do with email that pretends to be from ${domain}. Publish a TXT record under _dmarc.${domain}, starting with: v=DMARC1; p=none`
    return { verdict: 'missing', words, found }
  }
  if (others.length > 0) {
    const words = `There are ${records.length} DMARC records, so receivers ignore all of them. Keep only one.`
    return { verdict: 'attention', words, found }
  }
  const tags = tagsOf(record)
  const policy = ((name === domain ? undefined : tags.get('sp')) ?? tags.get('p') ?? '').toLowerCase()
  const whose = name === domain ? 'The record' : `The record of ${name}, which also applies to ${domain},`
  return { ...verdictOfPolicy(policy, whose), found }
}

function verdictOfPolicy(policy: string, whose: string): Pick<Finding, 'verdict' | 'words'> {
  const pretended = 'email that pretends to be yours'
  if (policy === 'reject')
    return { verdict: 'good', words: `${whose} asks receivers to reject ${pretended}.` }
  if (policy === 'quarantine')
    return { verdict: 'good', words: `${whose} asks receivers to put ${pretended} into the spam folder.` }
  if (policy === 'none') {
    const words = `${whose} asks receivers to do nothing about ${pretended} (p=none). That’s a good start. Once SPF and DKIM are right, change it to p=quarantine or p=reject.`
    return { verdict: 'attention', words }
  }
  const words = `${whose} does not say what receivers should do. It needs p=none, p=quarantine or p=reject.`
  return { verdict: 'attention', words }
}
