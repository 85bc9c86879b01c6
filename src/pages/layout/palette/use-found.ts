import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type LinkOptions, linkOptions, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useSession } from '../../../features/auth/web/session.ts'
import { type FoundDocument, find } from '../../../features/find/contract.ts'
import { formatDate } from '../../../shared/dates.ts'
import { formatMoney } from '../../../shared/money.ts'
import { isPermitted } from '../../../shared/roles.ts'
import { call } from '../../../web/api-client.ts'
import { type Entry, matchingEntries, permissionOf } from './matching-entries.ts'

const typingPauseMs = 150

export interface PaletteOption {
  key: string
  title: string
  detail?: string | undefined
  amount?: string | undefined
  link: LinkOptions
}

export interface PaletteGroup {
  label: string
  options: PaletteOption[]
}

/** Returns what the text means: documents as soon as the server has found them, actions and screens at once. */
export function useFound(typed: string): { groups: PaletteGroup[]; isSearching: boolean; isFailed: boolean } {
  const text = typed.trim()
  const settled = useSettled(text)
  const mayOpen = useMayOpen()
  const { data, isFetching, isError } = useQuery({
    queryKey: ['find', settled],
    queryFn: () => call(find, { query: { text: settled } }),
    enabled: settled !== '',
    placeholderData: keepPreviousData,
    retry: false,
  })
  const found = text === '' ? undefined : data
  const groups = [
    {
      label: 'Clients',
      options: (found?.clients ?? []).map(({ id, title, detail }) => ({
        key: id,
        title,
        detail,
        link: linkOptions({ to: '/clients/$id', params: { id } }),
      })),
    },
    {
      label: 'Invoices',
      options: (found?.invoices ?? []).map((invoice) => ({
        ...documentOption(invoice),
        link: linkOptions({ to: '/invoices/$id', params: { id: invoice.id } }),
      })),
    },
    {
      label: 'Estimates',
      options: (found?.estimates ?? []).map((estimate) => ({
        ...documentOption(estimate),
        link: linkOptions({ to: '/estimates/$id', params: { id: estimate.id } }),
      })),
    },
    {
      label: 'Expenses',
      options: (found?.expenses ?? []).map((expense) => ({
        ...documentOption(expense),
        link: linkOptions({ to: '/expenses/$id/edit', params: { id: expense.id } }),
      })),
    },
  ].filter(({ options }) => options.length > 0)
  const entries = matchingEntries(text, mayOpen).map(({ label, entries: matching }) => ({
    label,
    options: matching.map((entry) => ({ key: entry.label, title: entry.label, link: entry.link })),
  }))
  return {
    groups: [...entries, ...groups],
    isSearching: text !== '' && (text !== settled || isFetching),
    isFailed: text !== '' && isError,
  }
}

function documentOption({ id, title, detail, date, currency, amountMinor }: FoundDocument) {
  return {
    key: id,
    title,
    detail: [formatDate(date), detail].filter(Boolean).join(' · '),
    amount: formatMoney(amountMinor, { currency }),
  }
}

/** Whether the role of the member allows the page that an entry leads to. */
function useMayOpen(): (entry: Entry) => boolean {
  const { routesByPath } = useRouter()
  const state = useSession()
  return (entry) => {
    if (state.status !== 'signed-in') return true
    const needed = [permissionOf(entry), routesByPath[entry.link.to].options.staticData?.permission]
    return needed.every((each) => each === undefined || isPermitted(state.session.memberRole, each))
  }
}

/** The text once the user has stopped typing for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), text === '' ? 0 : typingPauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
