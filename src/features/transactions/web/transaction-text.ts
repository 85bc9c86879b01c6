import type { CategoryRule } from '../contract.ts'

export function transactionCount(count: number): string {
  return count === 1 ? '1 transaction' : `${count.toLocaleString('en-US')} transactions`
}

export function ruleText(
  { merchant, category }: Pick<CategoryRule, 'merchant' | 'category'>,
  changed: number,
) {
  const always = `${merchant} is always ${category} from now on.`
  if (changed === 0) return always
  return changed === 1
    ? `${always} 1 earlier one was changed too.`
    : `${always} ${changed} earlier ones were changed too.`
}

export function undoneText(changed: number): string {
  if (changed === 0) return 'New transactions will get their bank’s category again.'
  return changed === 1
    ? '1 transaction has its bank’s category again.'
    : `${changed} transactions have their bank’s category again.`
}
