import fp from 'fastify-plugin'
import { pageStyle, servePasswordPage } from '../password-page.ts'

// Relative, so that it works below a path of PUBLIC_URL too.
// The token stands behind the # of the address, which browsers send to no server; it leaves the address at once.
// Loading the page confirms nothing: mail scanners follow links, and press no buttons.
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
<style>${pageStyle}</style>
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

/**
 * The page that the mail of a registration leads to: it sends the token at a press of its button, and shows the keys
 * once.
 */
export const confirmPage = fp(async (app) => {
  servePasswordPage(app, '/confirm-email', { html: page, script })
}, { name: 'confirm-page' })
