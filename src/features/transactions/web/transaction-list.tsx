import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Landmark, ListChecks, Wallet } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { HelpHint } from '../../../web/help-hint.tsx'
import { Page } from '../../../web/layout/page.tsx'
import { filtersOf, withChange } from '../../../web/lists/list-url-state.ts'
import { usePagedList } from '../../../web/lists/use-paged-list.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Card } from '../../../web/ui/card.tsx'
import { ListContent } from '../../../web/ui/list-content.tsx'
import { Notice } from '../../../web/ui/notice.tsx'
import { PageHeader } from '../../../web/ui/page-header.tsx'
import { Pagination } from '../../../web/ui/pagination.tsx'
import { useSelection } from '../../../web/use-selection.ts'
import { useMay } from '../../auth/web/session.ts'
import { bankingQuery } from '../../banking/web/banking-api.ts'
import { CategoriesLink } from '../../categories/web/categories-link.tsx'
import { categoryOptions, filterOptions } from '../../categories/web/category-options.ts'
import { useCategories } from '../../categories/web/use-categories.ts'
import { ExportMenu } from '../../exports/web/export-menu.tsx'
import { type Transaction, exportTransactions } from '../contract.ts'
import { ImportButton } from './import-button.tsx'
import { RulesDialog } from './rules-dialog.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { transactionListQuery } from './transaction-api.ts'
import { TransactionFilters } from './transaction-filters.tsx'
import { ComingSoon, TransactionsEmpty, TransactionsLoading } from './transaction-list-states.tsx'
import { TransactionTable, type TransactionTableProps } from './transaction-table.tsx'
import { TransactionTabs } from './transaction-tabs.tsx'
import { transactionCount } from './transaction-text.ts'
import { type TransactionUrlState, countFilters, isWholeAccount } from './transaction-url-state.ts'
import { useCategorize } from './use-categorize.ts'
import { useRefresh } from './use-refresh.ts'

const noBanking = { accounts: [], connections: [] }

interface TransactionListProps {
  /** Opens what a transaction belongs to. */
  onMatch: (transaction: Transaction) => void
  /** What else stands beside the description of a transaction on this page of the list. */
  beside?: TransactionTableProps['beside']
  /** The way to the matches that wait for the owner. */
  review: ReactNode
}

export function TransactionList({ onMatch, beside, review }: TransactionListProps) {
  const urlState: TransactionUrlState = useSearch({ from: '/transactions' })
  const navigate = useNavigate({ from: '/transactions' })
  const list = useQuery(transactionListQuery(filtersOf(urlState)))
  const { data: banking = noBanking, isSuccess: knowsBanks } = useQuery(bankingQuery)
  const categories = useCategories('transaction')
  const offered = categoryOptions(categories)
  const refreshing = useRefresh(() => list.refetch())
  const categorizing = useCategorize()
  const selection = useSelection()
  const [showsRules, setShowsRules] = useState(false)
  const [clears, setClears] = useState(0)
  const { top, isPaged, turnTo, failure, failed } = usePagedList({
    what: 'transactions',
    list,
    urlState,
    goTo: (search, options) => {
      selection.stop()
      void navigate({ search, ...options })
    },
  })
  const mayWrite = useMay('money.write')
  useFirstFetch(
    mayWrite && isWholeAccount(urlState) && list.data?.transactions.length === 0,
    refreshing.quietly,
  )

  const page = list.data

  function change(filters: Partial<TransactionUrlState>) {
    selection.stop()
    void navigate({
      search: withChange(urlState, filters),
      replace: 'search' in filters && urlState.search !== undefined,
      resetScroll: false,
    })
  }

  function clear() {
    selection.stop()
    setClears(clears + 1)
    void navigate({ search: {}, resetScroll: false })
  }

  return (
    <Page>
      <PageHeader
        title="Transactions"
        description="What came in and went out of your bank accounts."
        actions={
          <>
            <Button variant="secondary" onClick={clear}>
              Clear Filters
            </Button>
            <ImportButton />
            <ExportMenu what="transactions" endpoint={exportTransactions} urlState={urlState} />
          </>
        }
      />
      {banking.connections.some(({ state }) => state === 'reconnect') && (
        <Notice
          tone="attention"
          actions={
            <Button asChild variant="secondary" size="sm">
              <Link to="/bank-connections">Bank connections</Link>
            </Button>
          }
        >
          {reconnectText(banking.connections)}
        </Notice>
      )}
      <TransactionFilters
        urlState={urlState}
        accounts={banking.accounts}
        categories={filterOptions(categories, urlState.category)}
        onChange={change}
        onClear={clear}
        onRefresh={mayWrite ? () => void refreshing.refresh() : undefined}
        isRefreshing={refreshing.isBusy}
        clears={clears}
      />
      <TransactionTabs value="all">
        <section ref={top} tabIndex={-1} aria-label="List of transactions" className="flex flex-col gap-4">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <p aria-live="polite" className="text-sm text-muted">
              {page && !isPaged && page.transactions.length > 0 && transactionCount(page.transactions.length)}
            </p>
            <div className="flex flex-wrap items-center gap-x-2 max-sm:gap-x-0 max-sm:[&_button_svg]:hidden">
              {mayWrite && !selection.isOn && page !== undefined && page.transactions.length > 0 && (
                <Button variant="ghost" size="sm" onClick={() => selection.start()}>
                  Select several
                </Button>
              )}
              {review}
              <Button asChild variant="ghost" size="sm">
                <Link to="/bank-connections">
                  <Landmark aria-hidden className="max-sm:hidden" />
                  Bank connections
                </Link>
              </Button>
              <Button asChild variant="ghost" size="sm">
                <Link to="/payouts">
                  <Wallet aria-hidden className="max-sm:hidden" />
                  Payouts
                </Link>
              </Button>
              <CategoriesLink kind="transaction" />
              <span className="flex items-center">
                <Button variant="ghost" size="sm" onClick={() => setShowsRules(true)}>
                  <ListChecks aria-hidden />
                  Rules
                </Button>
                <HelpHint topic="category-rules" />
              </span>
            </div>
          </div>
          {selection.isOn && page && (
            <SelectionBar
              selection={selection}
              ids={page.transactions.map(({ id }) => id)}
              categories={offered}
              onCategorize={(category) => categorizing.categorizeAll(selection.ids, category)}
              onDone={() => top.current?.focus({ preventScroll: true })}
            />
          )}
          <ListContent
            list={list}
            failure={failure}
            failed={failed}
            isEmpty={page?.transactions.length === 0}
            empty={
              <TransactionsEmpty
                isFiltered={countFilters(urlState) > 0}
                hasAccounts={!knowsBanks || banking.accounts.length > 0}
                onClear={clear}
              />
            }
            dims
          >
            {page ? (
              <TransactionTable
                transactions={page.transactions}
                categories={offered}
                categorizing={categorizing}
                selection={selection}
                onMatch={onMatch}
                beside={beside}
              />
            ) : (
              <Card>
                <TransactionsLoading />
              </Card>
            )}
          </ListContent>
          {page && isPaged && (
            <Pagination
              label="Pages of transactions"
              summary={`${transactionCount(page.transactions.length)} on this page`}
              page={page}
              onTurn={turnTo}
            />
          )}
        </section>
      </TransactionTabs>
      <ComingSoon />
      <RulesDialog open={showsRules} onOpenChange={setShowsRules} />
    </Page>
  )
}

/** Fetches once if an account shows no transactions: its first sync may not have run yet. */
function useFirstFetch(isEmpty: boolean, fetch: () => Promise<unknown>) {
  const hasFetched = useRef(false)
  const fetchOnce = useEffectEvent(() => {
    if (hasFetched.current) return
    hasFetched.current = true
    void fetch()
  })
  useEffect(() => {
    if (isEmpty) fetchOnce()
  }, [isEmpty])
}

function reconnectText(connections: readonly { institutionName: string; state: string }[]): string {
  const names = connections
    .filter(({ state }) => state === 'reconnect')
    .map((connection) => connection.institutionName)
  const list = new Intl.ListFormat('en').format(names)
  return `${list} ${names.length === 1 ? 'needs' : 'need'} you to sign in again. Until then, nothing new is imported from there.`
}
