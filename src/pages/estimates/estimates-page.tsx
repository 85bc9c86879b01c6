import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { ClipboardList, Plus, SearchX } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useSession } from '../../features/auth/web/session.ts'
import type { EstimateListItem } from '../../features/estimates/contract.ts'
import { estimateListQuery } from '../../features/estimates/web/estimate-api.ts'
import { EstimateListTable } from '../../features/estimates/web/list/estimate-list-table.tsx'
import { EstimateRowActions } from '../../features/estimates/web/list/estimate-row-actions.tsx'
import {
  type EstimateUrlState,
  atCursor,
  estimateCount,
  filtersOf,
  firstPage,
  isFiltered,
  maxSearchLength,
  rememberEstimateUrlState,
  statusFilters,
  withSearch,
  withStatus,
} from '../../features/estimates/web/list/estimate-url-state.ts'
import { InvoiceTabs } from '../../features/invoices/web/list/invoice-tabs.tsx'
import { isCursorRejected } from '../../web/api-client.ts'
import { Page } from '../../web/layout/page.tsx'
import { Button } from '../../web/ui/button.tsx'
import { EmptyState } from '../../web/ui/empty-state.tsx'
import { Field } from '../../web/ui/fields/field.tsx'
import { SearchField } from '../../web/ui/fields/search-field.tsx'
import { Segmented } from '../../web/ui/fields/segmented.tsx'
import { Select } from '../../web/ui/fields/select.tsx'
import { ListContent } from '../../web/ui/list-content.tsx'
import { PageHeader } from '../../web/ui/page-header.tsx'
import { Pagination } from '../../web/ui/pagination.tsx'
import { showError } from '../../web/ui/toast.ts'

const noEstimates: readonly EstimateListItem[] = []
const failure = 'Failed to load estimates. Please try again.'

export function EstimatesPage() {
  const urlState: EstimateUrlState = useSearch({ from: '/estimates' })
  const navigate = useNavigate({ from: '/estimates' })
  const list = useQuery(estimateListQuery(filtersOf(urlState)))
  const top = useRef<HTMLElement>(null)
  useRememberedUrlState(urlState)

  const isInvalidCursor = isCursorRejected(list.error, urlState)
  useEffect(() => {
    if (isInvalidCursor) void navigate({ search: firstPage, replace: true })
    else if (list.errorUpdatedAt > 0) showError(failure)
  }, [isInvalidCursor, list.errorUpdatedAt, navigate])

  const page = list.data
  const isNew = page?.estimates.length === 0 && !isFiltered(urlState)
  const isPaged = Boolean(page && (page.next ?? page.previous))

  function turnTo(cursor: { after: string } | { before: string }) {
    void navigate({ search: atCursor(urlState, cursor) })
    // The clicked button may be disabled on the next page.
    top.current?.focus({ preventScroll: true })
  }

  return (
    <Page>
      <PageHeader
        title="Estimates"
        actions={
          <Button asChild>
            <Link to="/estimates/new">
              <Plus aria-hidden />
              New Estimate
            </Link>
          </Button>
        }
      />
      <InvoiceTabs />
      <section ref={top} tabIndex={-1} aria-labelledby="estimate-list" className="-mt-2 flex flex-col gap-3">
        <h2 id="estimate-list" className="sr-only">
          List of estimates
        </h2>
        {!isNew && (
          <EstimateFilters
            urlState={urlState}
            onStatus={(status) => void navigate({ search: withStatus(urlState, status), resetScroll: false })}
            onSearch={(search) =>
              void navigate({ search: withSearch(urlState, search), replace: true, resetScroll: false })
            }
          />
        )}
        <ListContent
          list={list}
          failure={{ title: failure, text: 'Your estimates are safe.' }}
          failed={list.isError && !isInvalidCursor && !page}
          isEmpty={page?.estimates.length === 0}
          empty={<EstimateListEmpty urlState={urlState} />}
          dims
        >
          <EstimateListTable
            estimates={page?.estimates ?? noEstimates}
            loading={list.isPending || isInvalidCursor}
            Actions={EstimateRowActions}
          />
        </ListContent>
        {page && isPaged && (
          <Pagination
            label="Pages of estimates"
            summary={`${estimateCount(page.estimates.length)} on this page`}
            page={page}
            onTurn={turnTo}
          />
        )}
        {page && !isPaged && !isNew && (
          <p aria-live="polite" className="text-sm text-muted">
            {estimateCount(page.estimates.length)}
          </p>
        )}
      </section>
    </Page>
  )
}

function useRememberedUrlState(urlState: EstimateUrlState) {
  const state = useSession()
  const businessId = state.status === 'signed-in' ? state.session.business.id : undefined
  useEffect(() => {
    if (businessId !== undefined) rememberEstimateUrlState(businessId, urlState)
  }, [businessId, urlState])
}

function EstimateListEmpty({ urlState }: { urlState: EstimateUrlState }) {
  if (isFiltered(urlState)) {
    return (
      <EmptyState
        icon={SearchX}
        title="No estimates match"
        text="Try another status or search for another client, number or amount."
        action={
          <Button asChild variant="secondary">
            <Link to="/estimates">Clear filters</Link>
          </Button>
        }
      />
    )
  }
  return (
    <EmptyState
      icon={ClipboardList}
      title="No estimates yet"
      text="Send an offer that your client accepts online, and turn it into an invoice, in full or with a deposit first."
      action={
        <Button asChild variant="secondary">
          <Link to="/estimates/new">Create your first estimate</Link>
        </Button>
      }
    />
  )
}

interface EstimateFiltersProps {
  urlState: EstimateUrlState
  onStatus: (status: EstimateUrlState['status']) => void
  onSearch: (search: string) => void
}

/** The statuses do not fit side by side on a phone, which gets a select instead. */
function EstimateFilters({ urlState, onStatus, onSearch }: EstimateFiltersProps) {
  return (
    <div className="flex flex-col gap-3 sm:flex-row sm:items-center sm:justify-between">
      <div className="max-sm:hidden">
        <Segmented legend="Status" value={urlState.status} options={statusFilters} onValueChange={onStatus} />
      </div>
      <Field label="Status" hideLabel className="sm:hidden">
        <Select
          value={urlState.status ?? ''}
          onChange={({ target }) =>
            onStatus(statusFilters.find(({ value }) => value === target.value)?.value)
          }
        >
          {statusFilters.map(({ value, label }) => (
            <option key={label} value={value ?? ''}>
              {value === undefined ? 'All statuses' : label}
            </option>
          ))}
        </Select>
      </Field>
      <SearchField
        label="Search by client, number or amount"
        search={urlState.search ?? ''}
        onSearch={onSearch}
        maxLength={maxSearchLength}
        className="w-full sm:w-80"
      />
    </div>
  )
}
