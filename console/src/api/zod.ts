import { z } from 'zod'

// Without this zod tries `new Function`, which the content security policy forbids. Imported before any schema is made.
z.config({ jitless: true })
