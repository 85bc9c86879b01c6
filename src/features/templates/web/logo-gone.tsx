import { Notice } from '../../../web/ui/notice.tsx'

export function LogoGone() {
  return (
    <Notice tone="attention" title="The template’s logo is gone">
      It was removed since. Everything else is here; you can add another logo below.
    </Notice>
  )
}
