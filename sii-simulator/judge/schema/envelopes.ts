/** EnvioDTE_v10 [S5]. */
export const envioDte = `
EnvioDTE @version=decimal:1.0
  SetDTE @ID:id
    Caratula @version=decimal:1.0
      RutEmisor RUTType
      RutEnvia RUTType
      RutReceptor RUTType
      FchResol FechaType
      NroResol NroResolType
      TmstFirmaEnv FechaHoraType
      SubTotDTE+20
        TpoDTE DOCType
        NroDTE positive
    DTE+2000 @version=decimal:1.0
      <choice>
        <Documento>
        <Liquidacion>
        <Exportaciones>
      <Signature>
  <Signature>
`

/** EnvioBOLETA_v11 [S5]. */
export const envioBoleta = `
EnvioBOLETA @version=decimal:1.0
  SetDTE @ID:id
    Caratula @version=decimal:1.0
      RutEmisor RUTType
      RutEnvia RUTType
      RutReceptor RUTType
      FchResol date
      NroResol nonNegative 6d
      TmstFirmaEnv dateTime
      SubTotDTE+2
        TpoDTE positive (39|41)
        NroDTE positive
    DTE+500 @version=decimal:1.0
      <Documento>
      <Signature>
  <Signature>
`

/** xmldsignature_v10 [S5]: the SII's narrow profile of XML-DSig. */
export const signature = `
Signature
  SignedInfo
    CanonicalizationMethod @Algorithm=http://www.w3.org/TR/2001/REC-xml-c14n-20010315
    SignatureMethod @Algorithm:uri (http://www.w3.org/2000/09/xmldsig#rsa-sha1|http://www.w3.org/2000/09/xmldsig#dsa-sha1)
    Reference @URI:uri
      Transforms?
        Transform @Algorithm:uri
      DigestMethod @Algorithm=http://www.w3.org/2000/09/xmldsig#sha1
      DigestValue base64
  SignatureValue base64
  KeyInfo
    KeyValue
      <choice>
        RSAKeyValue
          Modulus base64
          Exponent base64
        DSAKeyValue
          P base64
          Q base64
          G base64
          Y base64
    X509Data
      X509Certificate base64
`
