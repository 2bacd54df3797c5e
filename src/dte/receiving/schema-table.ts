/**
 * DTE_v10, EnvioDTE_v10 and SiiTypes_v10 [S5], without annotations. A line has an element, or a variant of it (`.L` in
 * Liquidacion, `.X` in Exportaciones), with its children in their order:
 *
 *   `name?` at most once, `name*20` at most 20 times, `name+60` 1 to 60 times, `a/b` one of the two; `name>variant`.
 *   `@name` an attribute, `@name=value` with its only value.
 *   `:t40` at most 40 characters, `:T40` 1 to 40. `:n10` a positive integer of at most 10 digits (24 where the schema
 *   sets no limit), `:z10` zero too,
 *   `:i10` any, `:n<20` at most 20. `:d18.4` a positive decimal of at most 18 digits, 4 of them after the point, `:f`
 *   zero too, `:e` any. `:=1|2` one of the values. Other types are named in schema-values.ts.
 */
export const schemaTable = `
MntPagos FchPago:date MntPago:z18 GlosaPagos?:t40
IdDoc TipoDTE:=33|34|46|52|56|61 Folio:n10 FchEmis:date IndNoRebaja?:=1 TipoDespacho?:=1|2|3
  IndTraslado?:=1|2|3|4|5|6|7|8|9 TpoImpresion?:=N|T IndServicio?:=1|2|3 MntBruto?:=1 TpoTranCompra?:=1|2|3|4|5|6|7
  TpoTranVenta?:=1|2|3|4 FmaPago?:=1|2|3 FmaPagExp?:n2 FchCancel?:date MntCancel?:z18 SaldoInsol?:z18 MntPagos*30
  PeriodoDesde?:date PeriodoHasta?:date MedioPago?:=CH|LT|EF|PE|TC|CF|OT TpoCtaPago?:=AHORRO|CORRIENTE|VISTA
  NumCtaPago?:t20 BcoPago?:t40 TermPagoCdg?:t4 TermPagoGlosa?:t100 TermPagoDias?:n3 FchVenc?:date TipoFactEsp?:=1
GuiaExport CdgTraslado?:=1|2|3|4 FolioAut?:z6 FchAut?:date
Emisor RUTEmisor:rut RznSoc:t100 GiroEmis:T80 Telefono*2:t20 CorreoEmisor?:t80 Acteco+4:n6 GuiaExport? Sucursal?:t20
  CdgSIISucur?:n9 DirOrigen?:t70 CmnaOrigen?:t20 CiudadOrigen?:t20 CdgVendedor?:t60 IdAdicEmisor?:T20
  RUTProveedor?:rut RznSocProveedor?:t100
Extranjero NumId?:T20 Nacionalidad?:T3 TipoDocID?:=1|2
Receptor RUTRecep:rut CdgIntRecep?:t20 RznSocRecep:t100 Extranjero? GiroRecep?:t40 Contacto?:t80 CorreoRecep?:t80
  DirRecep?:t70 CmnaRecep?:t20 CiudadRecep?:t20 DirPostal?:t70 CmnaPostal?:t20 CiudadPostal?:t20
Chofer RUTChofer:rut NombreChofer:t30
TipoBultos CodTpoBultos?:n3 CantBultos?:n10 Marcas?:t255 IdContainer?:t25 Sello?:t20 EmisorSello?:t70
Aduana CodModVenta?:n2 CodClauVenta?:n2 TotClauVenta?:d18.2 CodViaTransp?:n2 NombreTransp?:t40 RUTCiaTransp?:rut
  NomCiaTransp?:t40 IdAdicTransp?:T20 Booking?:T20 Operador?:T20 CodPtoEmbarque?:n4 IdAdicPtoEmb?:T20 CodPtoDesemb?:n4
  IdAdicPtoDesemb?:T20 Tara?:n7 CodUnidMedTara?:n2 PesoBruto?:e10.2 CodUnidPesoBruto?:n2 PesoNeto?:e10.2
  CodUnidPesoNeto?:n2 TotItems?:n18 TotBultos?:n18 TipoBultos*10 MntFlete?:d18.4 MntSeguro?:d18.4 CodPaisRecep?:n3
  CodPaisDestin?:n3
Transporte Patente?:t8 PatenteCarro?:t8 RUTTrans?:rut Chofer? DirDest?:t70 CmnaDest?:t20 CiudadDest?:t20 Aduana?
  FchSalida?:date HraSalida?:time FchLlegada?:date
ImptoReten TipoImp:tax TasaImp?:d5.2 MontoImp:i18
Comisiones ValComNeto?:z18 ValComExe?:z18 ValComIVA?:z18
Totales MntNeto?:z18 MntExe?:z18 MntBase?:z18 MntMargenCom?:z18 TasaIVA?:d5.2 IVA?:z18 IVAProp?:z18 IVATerc?:z18
  ImptoReten*20 IVANoRet?:n18 CredEC?:z18 GrntDep?:z18 Comisiones? MntTotal:z18 MontoNF?:i18 MontoPeriodo?:i18
  SaldoAnterior?:i18 VlrPagar?:i18
ImpRetOtrMnda TipoImpOtrMnda:tax TasaImpOtrMnda?:d5.2 VlrImpOtrMnda:d18.4
OtraMoneda TpoMoneda:currency TpoCambio?:d10.4 MntNetoOtrMnda?:d18.4 MntExeOtrMnda?:d18.4 MntFaeCarneOtrMnda?:d18.4
  MntMargComOtrMnda?:d18.4 IVAOtrMnda?:d18.4 ImpRetOtrMnda*20 IVANoRetOtrMnda?:d18.4 MntTotOtrMnda:d18.4
Encabezado IdDoc Emisor RUTMandante?:rut Receptor RUTSolicita?:rut Transporte? Totales OtraMoneda?
CdgItem TpoCodigo:t10 VlrCodigo:t35
Retenedor IndAgente:=R MntBaseFaena?:z18 MntMargComer?:z18 PrcConsFinal?:z18
Subcantidad SubQty:d18.6 SubCod:t35
OtrMnda PrcOtrMon:d18.6 Moneda:t3 FctConv?:d10.4 DctoOtrMnda?:d18.4 RecargoOtrMnda?:d18.4 MontoItemOtrMnda?:d18.4
SubDscto TipoDscto:=%|$ ValorDscto:d18.2
SubRecargo TipoRecargo:=%|$ ValorRecargo:d18.2
Detalle NroLinDet:n2 CdgItem*5 IndExe?:=1|2|3|4|5|6 Retenedor? NmbItem:t80 DscItem?:t1000 QtyRef?:d18.6 UnmdRef?:t4
  PrcRef?:d18.6 QtyItem?:d18.6 Subcantidad*5 FchElabor?:date FchVencim?:date UnmdItem?:t4 PrcItem?:d18.6 OtrMnda?
  DescuentoPct?:d5.2 DescuentoMonto?:n18 SubDscto*5 RecargoPct?:d5.2 RecargoMonto?:n18 SubRecargo*5 CodImpAdic*2:tax
  MontoItem:z18
SubTotInfo NroSTI:n2 GlosaSTI:t40 OrdenSTI?:n2 SubTotNetoSTI?:d18.2 SubTotIVASTI?:d18.2 SubTotAdicSTI?:d18.2
  SubTotExeSTI?:d18.2 ValSubtotSTI?:d18.2 LineasDeta*60:n24
DscRcgGlobal NroLinDR:n24 TpoMov:=D|R GlosaDR?:t45 TpoValor:=%|$ ValorDR:d18.2 ValorDROtrMnda?:d18.4 IndExeDR?:=1|2
Referencia NroLinRef:n2 TpoDocRef:T3 IndGlobal?:=1 FolioRef:T18 RUTOtr?:rut FchRef:date CodRef?:=1|2|3 RazonRef?:t90
GeoRefEmision LatitudEmision:t30 LongitudEmision:t30 SistemaReferencia:n1
ManejoMadera ComunaRolOrigen:n6 MnzRolOrigen:n6 PrdRolOrigen:n6 ComunaRolDestino?:n6 MnzRolDestino?:n6
  PrdRolDestino?:n6 CodPlanConaf:t40 AvisoEjecucionFaena?:t40 LatitudOrigenMadera:t30 LongitudOrigenMadera:t30
  LatitudDestinoMadera?:t30 LongitudDestinoMadera?:t30 SistemareferenciaMadera:n1
Comision NroLinCom:n<20 TipoMovim:=C|O Glosa:T60 TasaComision?:d5.2 ValComNeto:z18 ValComExe:z18 ValComIVA?:z18
RNG D:n10 H:n10
RSAPK M:b64 E:b64
DSAPK P:b64 Q:b64 G:b64 Y:b64
DA RE:rut RS:T40 TD:=33|34|46|52|56|61 RNG FA:date RSAPK/DSAPK IDK:i19
CAF @version=1.0 DA FRMA:b64
DD RE:rut TD:=33|34|46|52|56|61 F:n10 FE:date RR:rut RSR:T40 MNT:z20 IT1:T40 CAF TSTED:moment
TED @version=1.0 DD FRMT:b64
Documento @ID Encabezado Detalle+60 SubTotInfo*20 DscRcgGlobal*20 Referencia*40 GeoRefEmision? ManejoMadera?
  Comisiones*20>Comision TED TmstFirma:moment
IdDoc.L TipoDTE:=43 Folio:n10 FchEmis:date IndServicio?:=1|2|3 MntBruto?:=1 TpoTranCompra?:=1|2|3|4|5|6|7
  TpoTranVenta?:=1|2|3|4 FmaPago?:=1|2|3 FchCancel?:date MntCancel?:z18 SaldoInsol?:z18 MntPagos*30 PeriodoDesde?:date
  PeriodoHasta?:date MedioPago?:=CH|LT|EF|PE|TC|CF|OT TpoCtaPago?:=AHORRO|CORRIENTE|VISTA NumCtaPago?:t20 BcoPago?:t40
  TermPagoCdg?:t4 TermPagoGlosa?:t100 TermPagoDias?:n3 FchVenc?:date
Emisor.L RUTEmisor:rut RznSoc:T100 GiroEmis:T80 Telefono*2:t20 CorreoEmisor?:t80 Acteco+4:n6 Sucursal?:t20
  CdgSIISucur?:n9 DirOrigen:t70 CmnaOrigen?:t20 CiudadOrigen?:t20 CdgVendedor?:t60
Receptor.L RUTRecep:rut CdgIntRecep?:t20 RznSocRecep:t100 GiroRecep:t40 Contacto?:t80 CorreoRecep?:t80 DirRecep:t70
  CmnaRecep:t20 CiudadRecep?:t20 DirPostal?:t70 CmnaPostal?:t20 CiudadPostal?:t20
ImptoReten.L TipoImp:tax TasaImp?:d5.2 MontoImp:i18
Comisiones.L ValComNeto?:i18 ValComExe?:i18 ValComIVA?:i18
Totales.L MntNeto?:i18 MntExe?:i18 TasaIVA?:d5.2 IVA?:i18 IVAProp?:i18 IVATerc?:i18 ImptoReten*20>ImptoReten.L
  Comisiones?>Comisiones.L MntTotal:i18 MontoPeriodo?:i18 SaldoAnterior?:i18 VlrPagar?:i18
Encabezado.L IdDoc>IdDoc.L Emisor>Emisor.L Receptor>Receptor.L Totales>Totales.L
Detalle.L NroLinDet:n2 CdgItem*5 TpoDocLiq:T3 IndExe?:=1|2|3|4|5|6 NmbItem:t80 DscItem?:t1000 QtyRef?:d18.6
  UnmdRef?:t4 PrcRef?:d18.6 QtyItem?:d18.6 Subcantidad*5 FchElabor?:date FchVencim?:date UnmdItem?:t4 PrcItem?:d18.6
  CodImpAdic*2:tax MontoItem:i18
Referencia.L NroLinRef:n2 TpoDocRef:T3 IndGlobal?:=1 FolioRef:T18 FchRef:date CodRef?:=1|2|3 RazonRef?:t90
Comision.L NroLinCom:n2<20 TipoMovim:=C|O Glosa:T60 TasaComision?:d5.2 ValComNeto:i18 ValComExe:i18 ValComIVA?:i18
DA.L RE:rut RS:T40 TD:=43 RNG FA:date RSAPK/DSAPK IDK:i19
CAF.L @version=1.0 DA>DA.L FRMA:b64
DD.L RE:rut TD:=43 F:n10 FE:date RR:rut RSR:T40 MNT:i18 IT1:T40 CAF>CAF.L TSTED:moment
TED.L @version=1.0 DD>DD.L FRMT:b64
Liquidacion @ID Encabezado>Encabezado.L Detalle+60>Detalle.L SubTotInfo*20 Referencia*40>Referencia.L
  Comisiones*20>Comision.L TED>TED.L TmstFirma:moment
IdDoc.X TipoDTE:=110|111|112 Folio:n10 FchEmis:date TipoDespacho?:=1|2|3 IndServicio?:=3|4|5|6 FmaPago?:=1|2|3
  FmaPagExp?:n2 FchCancel?:date MntCancel?:z18 SaldoInsol?:z18 MntPagos*30 PeriodoDesde?:date PeriodoHasta?:date
  MedioPago?:=CH|LT|EF|PE|TC|CF|OT TpoCtaPago?:=AHORRO|CORRIENTE|VISTA NumCtaPago?:t20 BcoPago?:t40 TermPagoCdg?:t4
  TermPagoGlosa?:t100 TermPagoDias?:n3 FchVenc?:date
Emisor.X RUTEmisor:rut RznSoc:T100 GiroEmis:T80 Telefono*2:t20 CorreoEmisor?:t80 Acteco+4:n6 Sucursal?:t20
  CdgSIISucur?:n9 CodAdicSucur?:t20 DirOrigen?:t70 CmnaOrigen?:t20 CiudadOrigen?:t20 CdgVendedor?:t60
  IdAdicEmisor?:T20
Extranjero.X NumId?:T20 Nacionalidad?:T3 IdAdicRecep?:T20
Receptor.X RUTRecep:rut CdgIntRecep?:t20 RznSocRecep:t100 Extranjero?>Extranjero.X GiroRecep?:t40 Contacto?:t80
  CorreoRecep?:t80 DirRecep?:t70 CmnaRecep?:t20 CiudadRecep?:t20 DirPostal?:t70 CmnaPostal?:t20 CiudadPostal?:t20
Transporte.X Patente?:t8 RUTTrans?:rut Chofer? DirDest?:t70 CmnaDest?:t20 CiudadDest?:t20 Aduana?
Totales.X TpoMoneda:currency MntExe:f18.4 MntTotal:f18.4
OtraMoneda.X TpoMoneda:currency TpoCambio?:d10.4 MntExeOtrMnda?:f18.4 MntTotOtrMnda:f18.4
Encabezado.X IdDoc>IdDoc.X Emisor>Emisor.X Receptor>Receptor.X Transporte?>Transporte.X Totales>Totales.X
  OtraMoneda?>OtraMoneda.X
Subcantidad.X SubQty:d18.6 SubCod:t35 TipCodSubQty?:T10
OtrMnda.X PrcOtrMon:d18.4 Moneda:t3 FctConv?:d10.4 DctoOtrMnda?:d18.4 RecargoOtrMnda?:d18.4 MontoItemOtrMnda:d18.4
Detalle.X NroLinDet:n2 CdgItem*5 IndExe?:=1|2|3|4|5|6 NmbItem:t80 DscItem?:t1000 QtyRef?:d18.6 UnmdRef?:t4
  PrcRef?:d18.6 QtyItem?:d18.6 Subcantidad*5>Subcantidad.X FchElabor?:date FchVencim?:date UnmdItem?:t4 PrcItem?:d18.6
  OtrMnda?>OtrMnda.X DescuentoPct?:d5.2 DescuentoMonto?:n18 SubDscto*5 RecargoPct?:d5.2 RecargoMonto?:n18 SubRecargo*5
  MontoItem:f18.4
Referencia.X NroLinRef:n2 TpoDocRef:T3 IndGlobal?:=1 FolioRef:T18 RUTOtr?:rut IdAdicOtr?:T20 FchRef:date
  CodRef?:=1|2|3 RazonRef?:t90
DA.X RE:rut RS:T40 TD:=110|111|112 RNG FA:date RSAPK/DSAPK IDK:i19
CAF.X @version=1.0 DA>DA.X FRMA:b64
DD.X RE:rut TD:=110|111|112 F:n10 FE:date RR:rut RSR:T40 MNT:f18.4 IT1:T40 CAF>CAF.X TSTED:moment
TED.X @version=1.0 DD>DD.X FRMT:b64
Exportaciones @ID Encabezado>Encabezado.X Detalle+60>Detalle.X SubTotInfo*20 DscRcgGlobal*20
  Referencia*40>Referencia.X TED>TED.X TmstFirma:moment
DTE @version=1.0 Documento/Liquidacion/Exportaciones Signature:any
SubTotDTE TpoDTE:=33|34|43|46|52|56|61|110|111|112 NroDTE:n24
Caratula @version=1.0 RutEmisor:rut RutEnvia:rut RutReceptor:rut FchResol:date NroResol:z6 TmstFirmaEnv:moment
  SubTotDTE+20
SetDTE @ID Caratula DTE+2000
EnvioDTE @version=1.0 SetDTE Signature:any
`
