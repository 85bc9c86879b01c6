import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ScrollText } from 'lucide-react'
import { useMemo } from 'react'
import { adminActionNames, adminActions } from '../../../shared/admin-actions.ts'
import { Page } from '../../../web/layout/page.tsx'
import { Button } from '../../../web/ui/button.tsx'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { Field } from '../../../web/ui/fields/field.tsx'
import { SearchField } from '../../../web/ui/fields/search-field.tsx'
import { Select } from '../../../web/ui/fields/select.tsx'
import { ListContent } from '../../../web/ui/list-content.tsx'
import { PageHeader } from '../../../web/ui/page-header.tsx'
import { ShowMore } from '../../../web/ui/show-more.tsx'
import { AdminLinks } from '../../admin/web/admin-links.tsx'
import { useTimeZone } from '../../auth/web/session.ts'
import { AuditTable } from './audit-table.tsx'
import type { AuditUrlState } from './audit-url-state.ts'
import { auditLogQuery } from './system-api.ts'

const longestAddress = 254

export function AdminAuditLogPage() {
  const urlState: AuditUrlState = useSearch({ from: '/admin/audit-log' })
  const navigate = useNavigate({ from: '/admin/audit-log' })
  const timeZone = useTimeZone()
  const list = useInfiniteQuery(auditLogQuery(urlState))
  const entries = useMemo(() => list.data?.pages.flatMap((page) => page.entries), [list.data])

  function updateUrl(changed: AuditUrlState, replace = false) {
    void navigate({ search: changed, replace, resetScroll: false })
  }

  return (
    <Page>
      <PageHeader
        above={<AdminLinks />}
        title="Audit Log"
        description="Everything administrators have done here. Entries can’t be changed or removed."
      />
      <AuditFilters urlState={urlState} onChange={updateUrl} />
      <ListContent
        list={list}
        failure={{
          title: 'The audit log could not be loaded',
          text: 'Nothing in it was lost. Check your connection and try again.',
        }}
        isEmpty={entries?.length === 0}
        empty={<NoEntries urlState={urlState} onClear={() => updateUrl({})} />}
        tall
        dims
      >
        <AuditTable entries={entries ?? noEntries} timeZone={timeZone} loading={!entries} />
      </ListContent>
      <ShowMore list={list} className="self-center" />
    </Page>
  )
}

const noEntries: [] = []

interface AuditFiltersProps {
  urlState: AuditUrlState
  onChange: (urlState: AuditUrlState, replace?: boolean) => void
}

function AuditFilters({ urlState, onChange }: AuditFiltersProps) {
  const { action, person } = urlState
  return (
    <div className="flex flex-col gap-3 sm:flex-row">
      <Field label="Action" hideLabel className="sm:w-80">
        <Select
          value={action ?? ''}
          onChange={({ target }) =>
            onChange({ ...urlState, action: adminActionNames.find((name) => name === target.value) })
          }
        >
          <option value="">All actions</option>
          {adminActionNames.map((name) => (
            <option key={name} value={name}>
              {adminActions[name]}
            </option>
          ))}
        </Select>
      </Field>
      <SearchField
        label="Email address"
        hint="The full address of the person who acted or was affected."
        search={person ?? ''}
        // The Back button leaves the search in one step, rather than letter by letter.
        onSearch={(text) => onChange({ ...urlState, person: text || undefined }, person !== undefined)}
        maxLength={longestAddress}
        className="w-full sm:w-96"
      />
    </div>
  )
}

function NoEntries({ urlState, onClear }: { urlState: AuditUrlState; onClear: () => void }) {
  if (urlState.action === undefined && urlState.person === undefined) {
    return (
      <EmptyState
        icon={ScrollText}
        level={2}
        title="No entries yet"
        text="Everything an administrator changes or opens here is recorded, with who did it and from where."
      />
    )
  }
  return (
    <EmptyState
      icon={ScrollText}
      level={2}
      title="No entries match these filters"
      text={urlState.person !== undefined && 'Enter the full email address.'}
      action={
        <Button variant="secondary" onClick={onClear}>
          Show everything
        </Button>
      }
    />
  )
}
