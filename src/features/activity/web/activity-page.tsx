import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { History } from 'lucide-react'
import { call } from '../../../web/api-client.ts'
import { BackLink } from '../../../web/layout/back-link.tsx'
import { Page } from '../../../web/layout/page.tsx'
import { Button } from '../../../web/ui/button.tsx'
import { Card } from '../../../web/ui/card.tsx'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { Field } from '../../../web/ui/fields/field.tsx'
import { Select } from '../../../web/ui/fields/select.tsx'
import { ListContent } from '../../../web/ui/list-content.tsx'
import { PageHeader } from '../../../web/ui/page-header.tsx'
import { ShowMore } from '../../../web/ui/show-more.tsx'
import { Skeletons } from '../../../web/ui/skeleton.tsx'
import { useTimeZone } from '../../auth/web/session.ts'
import { listActivity } from '../contract.ts'
import { type Subject, subjectNames } from '../rules.ts'
import { ActivityDays } from './activity-days.tsx'
import type { ActivityUrlState } from './activity-url-state.ts'
import { subjectLabel } from './subject-label.ts'

const activityQuery = (filters: ActivityUrlState) =>
  infiniteQueryOptions({
    queryKey: ['activity', filters.member ?? '', filters.subject ?? ''],
    queryFn: ({ pageParam }) => call(listActivity, { query: { ...filters, after: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    // Whatever else is done adds entries here.
    staleTime: 0,
  })

/** Who did what in the business, newest first. */
export function ActivityPage() {
  const filters: ActivityUrlState = useSearch({ from: '/activity' })
  const navigate = useNavigate()
  const timeZone = useTimeZone()
  const list = useInfiniteQuery(activityQuery(filters))
  const acts = list.data?.pages.flatMap((page) => page.acts)
  const people = list.data?.pages[0]?.people ?? []
  const isFiltered = filters.member !== undefined || filters.subject !== undefined
  const filter = (change: ActivityUrlState) =>
    void navigate({ to: '/activity', search: { ...filters, ...change }, replace: true })

  return (
    <Page width="settings">
      <PageHeader
        above={<BackLink to="/settings">Settings</BackLink>}
        title="Activity"
        description="Who created, changed and deleted what. Kept for two years."
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label="Member">
          <Select
            value={filters.member ?? ''}
            onChange={({ target }) => filter({ member: target.value || undefined })}
          >
            <option value="">Everyone</option>
            {people.map(({ userId, name }) => (
              <option key={userId} value={userId}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="What">
          <Select
            value={filters.subject ?? ''}
            onChange={({ target }) => filter({ subject: (target.value || undefined) as Subject | undefined })}
          >
            <option value="">Everything</option>
            {subjectNames.map((name) => (
              <option key={name} value={name}>
                {subjectLabel(name)}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <ListContent
        list={list}
        failure={{ title: 'Activity could not be loaded', text: 'Nothing was lost. Try again in a moment.' }}
        isEmpty={acts?.length === 0}
        empty={
          isFiltered ? (
            <EmptyState
              level={2}
              icon={History}
              title="Nothing matches"
              text="Choose another member or another kind."
              action={
                <Button variant="secondary" onClick={() => filter({ member: undefined, subject: undefined })}>
                  Show everything
                </Button>
              }
            />
          ) : (
            <EmptyState
              level={2}
              icon={History}
              title="No activity yet"
              text="What members create, change or delete is listed here."
            />
          )
        }
        tall
        dims
      >
        {acts ? <ActivityDays acts={acts} timeZone={timeZone} /> : <Loading />}
      </ListContent>
      {acts !== undefined && acts.length > 0 && <ShowMore list={list} className="self-start" />}
    </Page>
  )
}

function Loading() {
  return (
    <Card className="p-5">
      <Skeletons sizes={['h-6 w-full max-w-lg', 'h-6 w-full max-w-md', 'h-6 w-full max-w-lg']} />
    </Card>
  )
}
