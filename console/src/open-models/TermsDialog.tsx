import type { OpenModel } from '@steward/contract/open-models/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { catalogText } from '@steward/contract/catalog/texts'
import { Button } from '../ui/form/Button.tsx'
import { Dialog } from '../ui/overlay/Dialog.tsx'
import css from './TermsDialog.module.css'

interface TermsDialogProps {
  model: OpenModel
  onClose: () => void
  onAccept: () => void
  loading: boolean
}

/** The terms of a model; accepting them enables it. */
export function TermsDialog({ model, onClose, onAccept, loading }: TermsDialogProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.open_models_terms_title({ name: model.name })}
      description={m.open_models_terms_version({ version: model.terms.version, provider: model.provider })}
      footer={
        <>
          <Button onClick={onClose}>{m.ui_close()}</Button>
          {model.accepted?.isCurrent && model.isEnabled ? null : (
            <Button kind="primary" loading={loading} onClick={onAccept}>
              {m.open_models_accept()}
            </Button>
          )}
        </>
      }
    >
      <ol className={css.paragraphs}>
        {model.terms.text.map((paragraph) => (
          <li key={paragraph}>{catalogText(paragraph)}</li>
        ))}
      </ol>
    </Dialog>
  )
}
