import { Button } from '../../../web/ui/button.tsx'
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
