// Passkeys: asks the server what to ask the device for, and sends back what it answered.

const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0));
const text = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer)))
  .replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');

async function post(path, body) {
  const answer = await fetch(path, {
    method: 'POST', headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(body),
  });
  const told = await answer.json();
  if (!answer.ok) throw new Error(told.detail);
  return told;
}

const described = (list) => (list ?? []).map((one) => ({ ...one, id: bytes(one.id) }));

async function ask(purpose, options) {
  if (purpose === 'open') {
    const publicKey = { ...options, challenge: bytes(options.challenge), allowCredentials: described(options.allowCredentials) };
    const found = await navigator.credentials.get({ publicKey });
    const { clientDataJSON, authenticatorData, signature, userHandle } = found.response;
    return credential(found, {
      clientDataJSON: text(clientDataJSON), authenticatorData: text(authenticatorData), signature: text(signature),
      ...(userHandle ? { userHandle: text(userHandle) } : {}),
    });
  }
  const publicKey = {
    ...options, challenge: bytes(options.challenge), user: { ...options.user, id: bytes(options.user.id) },
    excludeCredentials: described(options.excludeCredentials),
  };
  const made = await navigator.credentials.create({ publicKey });
  const { clientDataJSON, attestationObject } = made.response;
  return credential(made, { clientDataJSON: text(clientDataJSON), attestationObject: text(attestationObject) });
}

const credential = (found, response) => ({ id: found.id, rawId: text(found.rawId), type: found.type, response });

async function ceremony(button) {
  const purpose = button.dataset.key;
  const note = document.getElementById('k-note');
  note.textContent = '';
  try {
    const name = document.getElementById('k-name')?.value.trim() ?? '';
    const asked = await post('/keys/begin', { purpose, name: purpose === 'new' ? name : '' });
    const answered = await ask(purpose, asked.options);
    const { go } = await post('/keys/finish', { state: asked.state, credential: answered });
    const codes = document.getElementById('k-codes');
    if (purpose === 'new' && codes) codes.requestSubmit();
    else location.assign(go);
  } catch (error) {
    const cancelled = error instanceof DOMException;
    note.textContent = cancelled ? note.dataset.cancelled : error.message;
  }
}

if (window.PublicKeyCredential) {
  for (const button of document.querySelectorAll('[data-key]')) button.addEventListener('click', () => ceremony(button));
} else {
  document.getElementById('k-none')?.removeAttribute('hidden');
}
document.getElementById('k-print')?.addEventListener('click', () => window.print());
