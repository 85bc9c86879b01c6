import { Button } from '../../../web/ui/button.tsx'
import { CardFooter } from '../../../web/ui/card.tsx'
import { Notice } from '../../../web/ui/notice.tsx'

/** Above a form whose unsaved changes came back with the page. */
export function RestoredNotice({ isShown, onDiscard }: { isShown: boolean; onDiscard: () => void }) {
  return (
    // There before what comes into it, so that screen readers notice.
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
          They are not saved yet.
        </Notice>
      )}
    </output>
  )
}

export function SaveFooter({ isDirty, isSaving }: { isDirty: boolean; isSaving: boolean }) {
  return (
    <CardFooter>
      {/* Not `disabled`: once everything is saved, the focus would be lost with it. */}
      <Button
        type="submit"
        aria-disabled={!isDirty}
        busy={isSaving}
        busyLabel="Saving..."
        className={isDirty ? '' : 'cursor-default opacity-50'}
      >
        Save Changes
      </Button>
      <output className="text-sm text-muted">{isDirty && !isSaving && 'You have unsaved changes.'}</output>
    </CardFooter>
  )
}
