import { Button } from '../../../web/ui/button.tsx'
import { CardFooter } from '../../../web/ui/card.tsx'
import { Notice } from '../../../web/ui/notice.tsx'

export function RestoredNotice({ isShown, onDiscard }: { isShown: boolean; onDiscard: () => void }) {
  return (
    // Always rendered: screen readers announce only changes inside an existing live region.
    <output className="block">
      {isShown && (
        <Notice
          className="mb-5"
          title="Unsaved changes were restored"
          actions={
            <Button variant="secondary" size="sm" onClick={onDiscard}>
              Discard
            </Button>
          }
        >
          They aren’t saved yet.
        </Notice>
      )}
    </output>
  )
}

interface SaveFooterProps {
  isDirty: boolean
  isSaving: boolean
  label?: string | undefined
}

export function SaveFooter({ isDirty, isSaving, label = 'Save Changes' }: SaveFooterProps) {
  return (
    <CardFooter>
      {/* Not `disabled`: a disabled button would lose the focus after saving. */}
      <Button
        type="submit"
        aria-disabled={!isDirty}
        busy={isSaving}
        busyLabel="Saving..."
        className={isDirty ? '' : 'cursor-default opacity-50'}
      >
        {label}
      </Button>
      <output className="text-sm text-muted">{isDirty && !isSaving && 'You have unsaved changes.'}</output>
    </CardFooter>
  )
}
