import fp from 'fastify-plugin'
import { servePasswordPage } from './password-page.ts'

const style = 'body{margin:0;padding:24px;background:#f5f5f4;color:#1c1917;font:16px/1.5 system-ui,sans-serif}' +
  'main{max-width:480px;margin:0 auto;padding:32px;background:#fff;border-radius:8px}h1{margin:0 0 16px;font-size:20px}' +
  'label{display:block;margin:0 0 4px}input{box-sizing:border-box;width:100%;margin:0 0 16px;padding:10px;border:1px solid #78716c;border-radius:6px;font:inherit}' +
  'button{padding:12px 20px;border:0;border-radius:6px;background:#1d4ed8;color:#fff;font:inherit;cursor:pointer}p{margin:16px 0 0}' +
  'dt{margin:12px 0 0;color:#78716c}dd{margin:0;font-family:monospace;word-break:break-all}'

// Relative, so that it works below a path of PUBLIC_URL too.
// The token stands behind the # of the address, which browsers send to no server; it leaves the address at once. Loading the page
// confirms nothing: mail scanners follow links, and press no buttons.
const script = `
const parts = new URLSearchParams(location.hash.slice(1))
history.replaceState(null, '', location.pathname)
const form = document.querySelector('form')
const keys = document.querySelector('dl')
const message = document.querySelector('[role=status]')
const say = (text) => { message.textContent = text }
if (!parts.get('token')) {
  form.hidden = true
  say('Abra el enlace completo que recibió por correo.')
}
form.addEventListener('submit', async (event) => {
  event.preventDefault()
  try {
    const answer = await fetch('api/Auth/ConfirmEmail', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-language': 'es' },
      body: JSON.stringify({ email: parts.get('email'), token: parts.get('token'), password: form.password.value })
    })
    const { success, errors, result } = await answer.json()
    if (!success) return say(errors.join(' '))
    form.hidden = true
    for (const name of ['tenantCode', 'accessKey', 'secretKey']) keys.querySelector('#' + name).textContent = result[name]
    keys.hidden = false
    say('Su empresa quedó registrada. Guarde las claves ahora: la clave secreta no se vuelve a mostrar.')
  } catch {
    say('No hay conexión con el servidor. Reintente.')
  }
})
`

const page = `<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Confirmar el registro</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>Confirme el registro de su empresa</h1>
<form>
<label for="password">La contraseña que eligió al registrarse</label>
<input id="password" name="password" type="password" autocomplete="current-password" maxlength="128" required>
<button>Confirmar el registro</button>
</form>
<dl hidden>
<dt>Código de la empresa</dt><dd id="tenantCode"></dd>
<dt>Clave de acceso</dt><dd id="accessKey"></dd>
<dt>Clave secreta</dt><dd id="secretKey"></dd>
</dl>
<p role="status"></p>
</main>
<script>${script}</script>
</body>
</html>
`

/** The page that the mail of a registration leads to: it sends the token at a press of its button, and shows the keys once. */
export const confirmPage = fp(async (app) => {
  servePasswordPage(app, '/confirm-email', { html: page, style, script })
}, { name: 'confirm-page' })
