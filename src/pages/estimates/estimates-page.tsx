import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { ClipboardList, Plus, SearchX } from 'lucide-react'
import { useEffect } from 'react'
import { May } from '../../features/auth/web/may.tsx'
import { useBusinessId, useMay } from '../../features/auth/web/session.ts'
import type { EstimateListItem } from '../../features/estimates/contract.ts'
import { estimateListQuery } from '../../features/estimates/web/estimate-api.ts'
import { EstimateListTable } from '../../features/estimates/web/list/estimate-list-table.tsx'
import { EstimateRowActions } from '../../features/estimates/web/list/estimate-row-actions.tsx'
import {
  type EstimateUrlState,
  estimateCount,
  estimateList,
  statusFilters,
} from '../../features/estimates/web/list/estimate-url-state.ts'
import { InvoiceTabs } from '../../features/invoices/web/list/invoice-tabs.tsx'
import { Page } from '../../web/layout/page.tsx'
import { ListSection } from '../../web/lists/list-section.tsx'
import { filtersOf, isFiltered, withChange } from '../../web/lists/list-url-state.ts'
import { usePagedList } from '../../web/lists/use-paged-list.ts'
import { Button } from '../../web/ui/button.tsx'
import { EmptyState } from '../../web/ui/empty-state.tsx'
import { Field } from '../../web/ui/fields/field.tsx'
import { Segmented } from '../../web/ui/fields/segmented.tsx'
import { Select } from '../../web/ui/fields/select.tsx'
import { PageHeader } from '../../web/ui/page-header.tsx'

const noEstimates: readonly EstimateListItem[] = []

export function EstimatesPage() {
  const urlState: EstimateUrlState = useSearch({ from: '/estimates' })
  const navigate = useNavigate({ from: '/estimates' })
  const list = useQuery(estimateListQuery(filtersOf(urlState)))
  const paging = usePagedList({
    what: 'estimates',
    list,
    urlState,
    goTo: (search, options) => void navigate({ search, ...options }),
    toasts: true,
  })
  const businessId = useBusinessId()
  useEffect(() => estimateList.leave(businessId, urlState), [businessId, urlState])
  const estimates = list.data?.estimates

  function chooseStatus(status: EstimateUrlState['status']) {
    void navigate({ search: withChange(urlState, { status }), resetScroll: false })
  }

  return (
    <Page>
      <PageHeader
        title="Estimates"
        actions={
          <May permission="sales.write">
            <Button asChild>
              <Link to="/estimates/new">
                <Plus aria-hidden />
                New Estimate
              </Link>
            </Button>
          </May>
        }
      />
      <InvoiceTabs />
      <ListSection
        paging={paging}
        size={estimates?.length}
        count={estimateCount}
        filter={<StatusFilter status={urlState.status} onStatus={chooseStatus} />}
        searchLabel="Search by client, number or amount"
        onSearch={(text) => {
          const search = withChange(urlState, { search: text })
          void navigate({ search, replace: true, resetScroll: false })
        }}
        empty={<EstimateListEmpty urlState={urlState} />}
        className="-mt-2"
      >
        <EstimateListTable
          estimates={estimates ?? noEstimates}
          loading={list.isPending || paging.isLost}
          Actions={EstimateRowActions}
        />
      </ListSection>
    </Page>
  )
}

function EstimateListEmpty({ urlState }: { urlState: EstimateUrlState }) {
  const mayWrite = useMay('sales.write')
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
        mayWrite && (
          <Button asChild variant="secondary">
            <Link to="/estimates/new">Create your first estimate</Link>
          </Button>
        )
      }
    />
  )
}

interface StatusFilterProps {
  status: EstimateUrlState['status']
  onStatus: (status: EstimateUrlState['status']) => void
}

/** The statuses do not fit side by side on a phone, which gets a select instead. */
function StatusFilter({ status, onStatus }: StatusFilterProps) {
  return (
    <>
      <div className="max-sm:hidden">
        <Segmented legend="Status" value={status} options={statusFilters} onValueChange={onStatus} />
      </div>
      <Field label="Status" hideLabel className="sm:hidden">
        <Select
          value={status ?? ''}
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
    </>
  )
}
