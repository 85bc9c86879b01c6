import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Users } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import { messageOf } from '../../../web/api-client.ts'
import { Button } from '../../../web/ui/button.tsx'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { SearchField } from '../../../web/ui/fields/search-field.tsx'
import { Segmented } from '../../../web/ui/fields/segmented.tsx'
import { ListContent } from '../../../web/ui/list-content.tsx'
import { ShowMore } from '../../../web/ui/show-more.tsx'
import { showError } from '../../../web/ui/toast.ts'
import type { Session } from '../../auth/contract.ts'
import { searchLength } from '../contract.ts'
import { userListQuery } from './admin-api.ts'
import type { AdminUrlState } from './admin-url-state.ts'
import { UserDialog, useUserQuestion } from './user-dialog.tsx'
import { UserTable } from './user-table.tsx'
import { shownCountText } from './user-text.ts'

const failure = 'Failed to fetch users'

const kinds: ReadonlyArray<{ value: AdminUrlState['show']; label: string }> = [
  { value: undefined, label: 'All' },
  { value: 'admins', label: 'Admins' },
  { value: 'suspended', label: 'Suspended' },
]

export function UserManagement({ session }: { session: Session }) {
  const { search, show }: AdminUrlState = useSearch({ from: '/admin' })
  const navigate = useNavigate({ from: '/admin' })
  const list = useInfiniteQuery(userListQuery({ search, show }))
  const users = useMemo(() => list.data?.pages.flatMap((page) => page.users), [list.data])
  const top = useRef<HTMLElement>(null)
  const { ask, ...question } = useUserQuestion()
  const ownId = session.user.id

  useEffect(() => {
    if (list.errorUpdatedAt > 0) showError(failure)
  }, [list.errorUpdatedAt])

  function updateUrl(urlState: Pick<AdminUrlState, 'search' | 'show'>, replace = false) {
    void navigate({ search: urlState, replace, resetScroll: false })
  }

  return (
    <section ref={top} tabIndex={-1} aria-labelledby="users" className="flex flex-col gap-4">
      <h2 id="users" className="sr-only">
        Users
      </h2>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <SearchField
          label="Search users"
          placeholder="Name, email or business"
          search={search ?? ''}
          // The Back button leaves the search in one step, rather than letter by letter.
          onSearch={(text) => updateUrl({ search: text || undefined, show }, search !== undefined)}
          maxLength={searchLength}
        />
        <Segmented
          legend="Which users"
          value={show}
          options={kinds}
          onValueChange={(kind) => updateUrl({ search, show: kind })}
          className="w-full sm:w-fit"
        />
      </div>
      <ListContent
        list={list}
        failure={{ title: failure, text: messageOf(list.error, 'Nothing was lost. Try again.') }}
        isEmpty={users?.length === 0}
        empty={<NoUsersFound urlState={{ search, show }} onClear={() => updateUrl({})} />}
        tall
        dims
      >
        <UserTable
          users={users ?? []}
          loading={!users}
          ownId={ownId}
          timeZone={session.business.timeZone}
          onAsk={ask}
        />
      </ListContent>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p aria-live="polite" className="text-sm text-muted">
          {users && users.length > 0 && shownCountText(users.length, list.hasNextPage)}
        </p>
        <ShowMore list={list} />
      </div>
      <UserDialog question={question} ownId={ownId} fallbackFocus={top} />
    </section>
  )
}

function NoUsersFound({ urlState, onClear }: { urlState: AdminUrlState; onClear: () => void }) {
  const isUnsearched = urlState.search === undefined
  return (
    <EmptyState
      icon={Users}
      title={isUnsearched && urlState.show === 'suspended' ? 'No suspended users' : 'No users found'}
      text={
        isUnsearched
          ? 'Suspended users are listed here. They can’t sign in until they’re restored.'
          : `No name, email or business${urlState.show ? ' among them' : ''} contains “${urlState.search}”.`
      }
      action={
        <Button variant="secondary" onClick={onClear}>
          Show all users
        </Button>
      }
    />
  )
}
