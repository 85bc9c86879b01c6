import { productName } from './product.ts'

/** Facts about an installation that its pages show and that only the installation knows. */
export const factNames = ['origin', 'operator', 'address', 'support'] as const
export type FactName = (typeof factNames)[number]
export type Installation = Record<FactName, string>

/** Placeholders in pages that are rendered at build time. The server replaces them when it sends the page. */
export const placeholders: Installation = {
  origin: '__ORIGIN__',
  operator: '__OPERATOR__',
  address: '__ADDRESS__',
  support: '__SUPPORT__',
}

interface Operator {
  origin: string
  /** The name of a person or a company; undefined if it is not configured. */
  name: string | undefined
  address: string | undefined
  /** The domain of the platform's mail addresses. */
  mailDomain: string
}

/** Returns text that fits wherever a page names the operator, even if no operator is configured. */
export function describeInstallation({ origin, name, address, mailDomain }: Operator): Installation {
  const support = `support@${mailDomain}`
  return {
    origin,
    operator: name ?? `the operator of ${productName} at ${origin}`,
    address: address ?? `none is given here; write to ${support}`,
    support,
  }
}
