import type { FileTransaction } from '../bank-file.ts'
import { child, children, textOf, type XmlNode } from './camt-nodes.ts'

const maxDetails = 20

/** Who, what for and under which reference, from an entry and the payments that it collects. */
export function readCamtDetails(
  entry: XmlNode,
  owner: string | null,
): Pick<FileTransaction, 'description' | 'counterparty' | 'reference' | 'bankId'> {
  const payments = children(entry, 'NtryDtls').flatMap((details) => children(details, 'TxDtls'))
  const isReversal = textOf(entry, 'RvslInd') === 'true'
  // In a reversal, the parties are those of the payment that is reversed.
  const isIncoming = (textOf(entry, 'CdtDbtInd') === 'CRDT') !== isReversal
  const names = payments.map((payment) => counterpartyOf(payment, isIncoming, owner))
  const references = payments.map(referenceOf)
  const info = textOf(entry, 'AddtlNtryInf')
  const texts = payments.map((payment, n) =>
    payments.length === 1
      ? remittanceOf(payment)
      : [names[n], remittanceOf(payment), amountOf(payment)].filter(Boolean).join(' '),
  )
  const counterparty = shared(names)
  return {
    description:
      tidy(texts.slice(0, maxDetails).filter(Boolean).join('; ')) || tidy(info ?? '') || (counterparty ?? ''),
    counterparty,
    reference: shared(references),
    bankId:
      textOf(entry, 'AcctSvcrRef') ??
      (payments.length === 1 ? textOf(payments[0], 'Refs', 'AcctSvcrRef') : null),
  }
}

/** The value that all of them have. */
const shared = (values: (string | null)[]) => (new Set(values).size === 1 ? (values[0] ?? null) : null)

const tidy = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

function counterpartyOf(payment: XmlNode, isIncoming: boolean, owner: string | null): string | null {
  const parties = child(payment, 'RltdPties')
  const order = isIncoming ? ['Dbtr', 'UltmtDbtr', 'Cdtr'] : ['Cdtr', 'UltmtCdtr', 'Dbtr']
  const names = order.map(
    (role) =>
      textOf(parties, role, 'Pty', 'Nm') ??
      textOf(parties, role, 'Nm') ??
      textOf(parties, role, 'Agt', 'FinInstnId', 'Nm'),
  )
  // The third is the other side, which is the owner unless the bank uses it differently.
  const name = names[0] ?? names[1] ?? (names[2] === owner || owner === null ? null : names[2])
  return name == null ? null : tidy(name)
}

/** A structured reference counts more, because the payer copied it from an invoice. */
function referenceOf(payment: XmlNode): string | null {
  const structured = children(child(payment, 'RmtInf'), 'Strd')
    .map((one) => textOf(one, 'CdtrRefInf', 'Ref') ?? textOf(one, 'CdtrRefInf', 'CdtrRef'))
    .find((reference) => reference !== null)
  const endToEnd = textOf(payment, 'Refs', 'EndToEndId')
  return structured ?? (/^(not\s?provided|nonref)$/i.test(endToEnd ?? '') ? null : endToEnd)
}

function remittanceOf(payment: XmlNode): string {
  const information = child(payment, 'RmtInf')
  const texts = [
    ...children(information, 'Ustrd').map((one) => textOf(one)),
    ...children(information, 'Strd').map((one) => textOf(one, 'AddtlRmtInf')),
  ].filter((text) => text !== null)
  return texts.join(' ') || (textOf(payment, 'AddtlTxInf') ?? '')
}

const amountOf = (payment: XmlNode) =>
  textOf(payment, 'Amt') ??
  textOf(payment, 'AmtDtls', 'TxAmt', 'Amt') ??
  textOf(payment, 'AmtDtls', 'InstdAmt', 'Amt')
