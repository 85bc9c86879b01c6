import { productName } from './product.ts'

/** What a page can say of the installation that it is read on, and only that installation knows. */
export const factNames = ['origin', 'operator', 'address', 'support'] as const
export type FactName = (typeof factNames)[number]
export type Installation = Record<FactName, string>

/** What the server puts its own words in place of, when it sends a page that was rendered without knowing them. */
export const placeholders: Installation = {
  origin: '__ORIGIN__',
  operator: '__OPERATOR__',
  address: '__ADDRESS__',
  support: '__SUPPORT__',
}

interface Operator {
  origin: string
  /** As a person or a company is called; undefined where nobody has said so. */
  name: string | undefined
  address: string | undefined
  /** Of the platform's mail addresses. */
  mailDomain: string
}

/** Words that fit where texts name the operator, also where nobody has said who that is. */
export function describeInstallation({ origin, name, address, mailDomain }: Operator): Installation {
  const support = `support@${mailDomain}`
  return {
    origin,
    operator: name ?? `whoever runs ${productName} at ${origin}`,
    address: address ?? `none is given here; write to ${support}`,
    support,
  }
}
