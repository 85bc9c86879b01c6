import { Suspense, lazy } from 'react'
import { useHasTeam } from '../../features/auth/web/session.ts'

const load = () => import('../../features/comments/web/mentions-button.tsx')
const LazyButton = lazy(() => load().then((module) => ({ default: module.MentionsButton })))
const LazyItem = lazy(() => load().then((module) => ({ default: module.MentionsItem })))

const LazyDot = lazy(() => load().then((module) => ({ default: module.MentionsDot })))

/** The bell with the reader’s mentions, in a business with a team. */
export function MentionsButton() {
  if (!useHasTeam()) return null
  return (
    <Suspense fallback={<span aria-hidden className="size-10 max-lg:hidden touch:size-11" />}>
      <LazyButton />
    </Suspense>
  )
}

/** Says on the button of that menu that there are unread ones. */
export function MentionsDot() {
  if (!useHasTeam()) return null
  return (
    <Suspense>
      <LazyDot />
    </Suspense>
  )
}

/** The same in the menu of small screens. */
export function MentionsItem({ onChoose }: { onChoose: () => void }) {
  if (!useHasTeam()) return null
  return (
    <Suspense>
      <LazyItem onChoose={onChoose} />
    </Suspense>
  )
}
